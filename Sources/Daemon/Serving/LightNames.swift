import Brightness
import ControlAPI

/// Which lights a client means.
struct LightNames {
  struct Entry {
    let id: LightID
    let kind: LightKind
    var alias: String?

    /// The name that the kernel has for it.
    var kernelName: Substring { id.description.split(separator: "/", maxSplits: 1).last ?? "" }

    func isNamed(_ name: String) -> Bool {
      id.description == name || kernelName == name || alias == name || kind.rawValue == name
    }
  }

  private let lights: [Entry]

  init(_ lights: [Entry]) {
    self.lights = lights
  }

  /// One light; without a name the panel, or else the only one that shows a picture.
  func one(_ name: String?) throws(LightsError) -> LightID {
    guard let name else { return try theUsual() }
    // What is said in full cannot be meant otherwise.
    if let light = lights.first(where: { $0.id.description == name }) { return light.id }
    return try only(lights.filter { $0.isNamed(name) }, name)
  }

  /// All that a change is for; without a name everything that shows a picture.
  func some(_ name: String?) throws(LightsError) -> [LightID] {
    if name != nil { return [try one(name)] }
    let pictures = lights.filter(\.kind.showsPicture)
    if pictures.isEmpty { throw .noLights }
    return pictures.map(\.id)
  }

  /// What a claim is for; lights that may come later can be named in full.
  func selector(_ name: String?) throws(LightsError) -> LightSelector {
    guard let name else { return .picture }
    if let kind = LightKind(rawValue: name) { return .kind(kind) }
    if name.contains("/") { return .light(LightID(name)) }
    return .light(try one(name))
  }

  private func theUsual() throws(LightsError) -> LightID {
    let pictures = lights.filter(\.kind.showsPicture)
    let panels = pictures.filter { $0.kind == .panel }
    if pictures.isEmpty { throw .noLights }
    return try only(panels.isEmpty ? pictures : panels, "panel")
  }

  private func only(_ fitting: [Entry], _ name: String) throws(LightsError) -> LightID {
    guard let light = fitting.first else { throw .noSuchLight(name, known: lights.map(\.id.description)) }
    if fitting.count > 1 { throw .ambiguousLight(name, known: fitting.map(\.id.description)) }
    return light.id
  }
}
