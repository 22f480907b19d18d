/// What has been heard since the lights were looked at last: however much it was, no more than there are lights.
struct PendingHints {
  private(set) var stirred: [LightID: Stir] = [:]
  private(set) var removed: Set<LightID> = []
  var everything = false

  var isEmpty: Bool { stirred.isEmpty && !everything }

  /// Names that no light has are kept only up to this many; beyond, everything is looked at, which costs no more.
  private static let limit = 1024

  mutating func note(_ event: DeviceEvent) {
    if stirred.count >= Self.limit { return self = PendingHints(everything: true) }
    stirred[event.light, default: Stir()].note(event)
    if event.action == .remove { removed.insert(event.light) }
    if event.action == .move, let name = event.formerName {
      stirred[LightID(event.subsystem, name), default: Stir()].note(event)
    }
  }

  mutating func take() -> PendingHints {
    defer { self = PendingHints() }
    return self
  }

  init(everything: Bool = false) {
    self.everything = everything
  }
}
