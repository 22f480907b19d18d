/// The requests, each with the numbers of the objects that it makes.
extension WireMessage {
  static func sync(_ answer: UInt32) -> WireMessage {
    WireMessage(to: ObjectTable.display, code: 0, [.number(answer)])
  }

  static func getRegistry(_ registry: UInt32) -> WireMessage {
    WireMessage(to: ObjectTable.display, code: 1, [.number(registry)])
  }

  static func bind(
    _ new: UInt32,
    _ object: WaylandObject,
    version: UInt32,
    to name: UInt32,
    of registry: UInt32
  ) -> WireMessage {
    WireMessage(to: registry, code: 0, [.number(name), .text(object.interface), .number(version), .number(new)])
  }

  /// - Parameter rule: One that ignores inhibitors needs version 2 of the notifier.
  static func getNotification(
    _ new: UInt32,
    by rule: IdleRule,
    of seat: UInt32,
    from notifier: UInt32
  ) -> WireMessage {
    let time = rule.time.components
    let milliseconds = UInt32(clamping: time.seconds * 1000 + time.attoseconds / 1_000_000_000_000_000)
    let code: UInt16 = rule.ignoresInhibitors ? 2 : 1
    return WireMessage(to: notifier, code: code, [.number(new), .number(milliseconds), .number(seat)])
  }

  static func destroyNotification(_ notification: UInt32) -> WireMessage { WireMessage(to: notification, code: 0) }
}
