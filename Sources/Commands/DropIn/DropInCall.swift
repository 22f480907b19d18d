import ControlAPI
import EventLoop
import Glibc

/// One call of the program under brightnessctl's name.
struct DropInCall: Sendable, Hashable {
  var operation = DropInOperation.info
  var choice = DropInChoice()
  var lists = false
  var isQuiet = false
  var isPretence = false
  var isForMachines = false
  var saves = false
  var restores = false
  /// How many of its own steps a light keeps at least.
  var minimum: Int?
  /// The power of a share that is the light's share of its steps.
  var exponent: Double?

  /// Does what is asked for: what there is to say then.
  func run(by client: ControlClient, _ saved: SavedLevels) async throws(Failure) -> [String] {
    if lists { return list(try await choice.all(client)) }
    let light = try await lightAtHand(client, saved)
    switch operation {
    case .info: return report(DropInReading(of: light, exponent))
    case .get: return ["\(light.raw)"]
    case .max: return ["\(light.maximum)"]
    case .set(let value):
      let reading = try await set(value, on: light, by: client, saved)
      return isQuiet ? [] : update(reading)
    }
  }

  /// The light that is meant, after its level was remembered or brought back.
  private func lightAtHand(
    _ client: ControlClient,
    _ saved: SavedLevels
  ) async throws(Failure) -> LightsInterface.Light {
    let light = try await choice.one(client)
    if saves, !isPretence { try saved.save(light) }
    guard restores else { return light }
    let raw = try saved.level(of: light)
    if isPretence { return light.supposedly(at: raw) }
    let restored = try await set(.raw(raw), on: light, by: client)
    try saved.noteReturn(of: light)
    return restored
  }

  private func set(
    _ value: DropInValue,
    on light: LightsInterface.Light,
    by client: ControlClient,
    _ saved: SavedLevels
  ) async throws(Failure) -> DropInReading {
    let aim = DropInAim(value, from: light, minimum: minimum, exponent: exponent)
    if isPretence { return aim.reading }
    var shown = try await set(aim.level, on: light, by: client)
    // What a step comes to, the daemon alone knows.
    if shown.baseRaw < aim.lowest { shown = try await set(.raw(aim.lowest), on: light, by: client) }
    if saves { try saved.note(shown) }
    return DropInReading(ofBaseOf: shown, exponent)
  }

  private func set(
    _ level: LightsInterface.Level,
    on light: LightsInterface.Light,
    by client: ControlClient
  ) async throws(Failure) -> LightsInterface.Light {
    do {
      let reply = try await client.lights.set(light: light.id, level: level, allowOff: minimum == 0 ? true : nil)
      return reply.lights.first ?? light
    } catch {
      throw await client.failure(error, cannot: "set", light.id)
    }
  }
}

extension DropInCall {
  private func report(_ reading: DropInReading) -> [String] { isForMachines ? [reading.inOneLine] : reading.lines }

  private func update(_ reading: DropInReading) -> [String] {
    (isForMachines ? [] : ["Updated device '\(reading.name)':"]) + report(reading)
  }

  private func list(_ lights: [LightsInterface.Light]) -> [String] {
    (isForMachines ? [] : ["Available devices:"]) + lights.flatMap { report(DropInReading(of: $0, exponent)) }
  }
}

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
        return try await client.lights.get().light
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
      lights = try await client.lights.list().lights
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
