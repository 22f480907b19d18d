import ControlAPI
import EventLoop
import Glibc

/// Which light is meant in brightnessctl's words.
struct DropInChoice: Sendable, Hashable {
  /// A name, or a pattern as a shell has it.
  var name: String?
  /// The kernel's class: `backlight` or `leds`.
  var subsystem: String?

  /// The only light, or the first of those that fit. Without words for it a light that shows a picture, as the daemon chooses it.
  func one(_ client: ControlClient) async throws(Failure) -> LightsInterface.Light {
    if name == nil, subsystem == nil || subsystem == "backlight" {
      do {
        return try await client.light()
      } catch {
        throw await client.failure(error, cannot: "choose", nil)
      }
    }
    let lights = try await all(client)
    guard let name else { return lights[0] }
    if let light = lights.first(where: { $0.kernelName == name })
      ?? lights.first(where: { fnmatch(name, $0.kernelName, 0) == 0 })
    {
      return light
    }
    throw Self.failure(name, among: lights)
  }

  /// Every light of the class.
  func all(_ client: ControlClient) async throws(Failure) -> [LightsInterface.Light] {
    let lights: [LightsInterface.Light]
    do {
      lights = try await client.lights()
    } catch {
      throw Failure(error, cannot: "list", "lights")
    }
    let fitting = lights.filter { subsystem == nil || subsystem == $0.subsystem }
    if fitting.isEmpty { throw Self.failure(subsystem ?? "lights", among: lights) }
    return fitting
  }

  private static func failure(_ name: String, among lights: [LightsInterface.Light]) -> Failure {
    let known = lights.map(\.id).joined(separator: ", ")
    let object = name.inOneLine(atMost: 40)
    return Failure(
      status: .noSuchLight,
      reason: "cannot find '\(object)': \(known.isEmpty ? "there is no light" : "expected \(known)")"
    )
  }
}

extension LightsInterface.Light {
  /// What the kernel calls the light.
  var kernelName: String { String(id.split(separator: "/", maxSplits: 1).last ?? "") }

  /// The kernel's class of the light.
  var subsystem: String { String(id.split(separator: "/", maxSplits: 1).first ?? "") }
}
