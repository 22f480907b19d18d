/// What has been heard since the lights were looked at last: however much it was, no more than there are lights.
struct PendingHints {
  private(set) var stirred: [LightID: Stir] = [:]
  private(set) var removed: Set<LightID> = []
  var everything = false

  /// Names are kept only up to this many, since they may be of no light; beyond, everything is looked at.
  private static let limit = 1024

  mutating func note(_ event: DeviceEvent) {
    if stirred.count >= Self.limit, stirred[event.light] == nil { return everything = true }
    stirred[event.light, default: Stir()].note(event)
    if event.action == .remove { removed.insert(event.light) }
    if event.action == .move, let name = event.formerName {
      stirred[LightID(event.subsystem, name), default: Stir()].note(event)
    }
  }

  /// Lets the levels of lights be looked at of which nothing may have been heard.
  mutating func stir(_ lights: some Sequence<LightID>) {
    for light in lights { stirred[light, default: Stir()].add(Stir()) }
  }

  mutating func take() -> PendingHints {
    defer { self = PendingHints() }
    return self
  }
}
