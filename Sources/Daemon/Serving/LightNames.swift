import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink

/// The lights that a name means: one light by its id, its kernel name, its alias or the connector
/// of a monitor; all lights of a kind; or without a name all screens.
struct LightNames {
  struct Entry {
    let id: LightID
    let kind: LightKind
    /// The LEDs of a keyboard. Their names also mean the keyboard.
    var parts: [LightID] = []
    var alias: String?
    var connector: String?
  }

  private let all: [Entry]

  /// Names lights, which are sorted by their ids.
  init(_ lights: [Entry]) { all = lights }

  /// The lights that a call is for, at least one: panels first, then in the order of their ids. A
  /// call that shows one light shows the first one.
  func lights(_ name: String?) throws(LightsError) -> [LightID] {
    guard let name else {
      let panels = all.filter { $0.kind == .panel }
      let others = all.filter { $0.kind.showsPicture && $0.kind != .panel }
      if panels.isEmpty, others.isEmpty { throw .noLights }
      return (panels + others).map(\.id)
    }
    if let kind = LightKind(rawValue: name) {
      let lights = all.filter { $0.kind == kind }
      if lights.isEmpty { throw unknown(name) }
      return lights.map(\.id)
    }
    return [try light(named: name)]
  }

  /// The lights of a claim, including later ones: those of a kind, or a light by its full name.
  func selector(_ name: String?) throws(LightsError) -> LightSelector {
    guard let name else { return .picture }
    if let kind = LightKind(rawValue: name) { return .kind(kind) }
    if name.utf8.contains(UInt8(ascii: "/")), let light = LightID(name) { return .light(light) }
    return .light(try light(named: name))
  }

  private func light(named name: String) throws(LightsError) -> LightID {
    // A full name is never ambiguous.
    if let full = LightID(name), let light = all.first(where: { $0.id == full || $0.parts.contains(full) }) {
      return light.id
    }
    let fitting = all.filter { light in
      ([light.id.name, light.alias, light.connector] + light.parts.map(\.name)).contains {
        $0?.hasSameBytes(as: name) == true
      }
    }
    guard let light = fitting.first else { throw unknown(name) }
    if fitting.count > 1 { throw .ambiguousLight(light: name, known: fitting.map(\.id.description)) }
    return light.id
  }

  private func unknown(_ name: String) -> LightsError { .noSuchLight(light: name, known: all.map(\.id.description)) }
}

extension LightsError {
  /// Why a name is refused, as the reason in an error of another interface.
  var reasonOfName: String {
    switch self {
    case .noSuchLight(let name, []): "\(name.quotedInShort) names no light"
    case .noSuchLight(let name, let known): "\(name.quotedInShort) is none of \(known.joined(separator: ", "))"
    case .ambiguousLight(let name, let known): "\(name.quotedInShort) names each of \(known.joined(separator: ", "))"
    case .noLights: "there is no screen"
    case .notWritable, .outOfRange, .sessionEnded, .anotherCall: preconditionFailure("no name fails so: \(self)")
    }
  }
}
