import BrightnessControl
import BrightnessModel
import Commands

/// Which light a bar or an overlay shows, by the rule of `Get`: the first light that has a level
/// now, a panel before a monitor, then by id. A light that cannot be written comes after the
/// others.
struct ChosenLight: Sendable {
  /// A kind, the name of one light, or nil for all screens.
  private let name: String?
  private let kind: LightsInterface.Kind?
  private var disconnected: Set<String> = []
  private var unwritable: Set<String> = []

  init(_ name: String? = nil) {
    self.name = name
    kind = name.flatMap(LightsInterface.Kind.init(rawValue:))
  }

  /// Whether one light was named, so that no other one is shown.
  var isNamed: Bool { name != nil && kind == nil }

  mutating func apply(_ change: LightsInterface.Watch.Reply) {
    let id = change.light.id
    switch change.cause {
    case .disconnected: disconnected.insert(id)
    // These begin a write whose result is not known yet. After a failure, another one is likely.
    case .set, .ambient, .hold, .release, .settings, .seat: break
    case .initial, .external, .added, .removed, .resume, .restore:
      disconnected.remove(id)
      unwritable.remove(id)
    }
    if change.light.hasProblem { unwritable.insert(id) }
  }

  func isMeant(_ light: Light) -> Bool { isNamed || (kind.map { light.kind == $0 } ?? light.kind.showsPicture) }

  /// Nil while none of the lights in question has a level.
  func light(among lights: [Light]) -> Light? {
    lights.filter { isMeant($0) && $0.state != .unread && !isDisconnected($0) }.min { isBefore($0, $1) }
  }

  /// A monitor that is disconnected is reported without its connector.
  private func isDisconnected(_ light: Light) -> Bool {
    disconnected.contains(light.id) || (light.connector == nil && light.subsystem == Subsystem.ddc.rawValue)
  }

  private func isBefore(_ light: Light, _ other: Light) -> Bool {
    if rank(light) != rank(other) { return rank(light) < rank(other) }
    return light.id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }

  private func rank(_ light: Light) -> Int { (isUnwritable(light) ? 2 : 0) + (light.kind == .panel ? 0 : 1) }

  private func isUnwritable(_ light: Light) -> Bool { unwritable.contains(light.id) || light.hasProblem }
}
