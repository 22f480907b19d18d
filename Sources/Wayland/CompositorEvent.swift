// What this client knows of the protocols: wl_display, wl_registry, wl_callback and wl_seat of
// wayland.xml (wayland 1.23), and ext-idle-notify-v1.xml (wayland-protocols 1.44), whose version 2
// added get_input_idle_notification.

/// An object of the compositor, by its interface, and what we know of it.
enum WaylandObject: Hashable {
  case display
  case registry
  /// The answer to the first request, which follows all globals of the start.
  case firstAnswer
  case seat
  case notifier
  case notification(of: Seat, round: Int)

  var interface: String {
    switch self {
    case .display: "wl_display"
    case .registry: "wl_registry"
    case .firstAnswer: "wl_callback"
    case .seat: "wl_seat"
    case .notifier: "ext_idle_notifier_v1"
    case .notification: "ext_idle_notification_v1"
    }
  }
}

/// What the compositor reports of an object. None of these events passes a descriptor.
enum CompositorEvent: Hashable {
  /// A request to an object had an error, which ends the connection.
  case refused(object: UInt32, code: UInt32)
  /// The number of an object that was destroyed may be used again.
  case deleted(UInt32)
  case announced(interface: String, name: UInt32, version: UInt32)
  case removed(name: UInt32)
  case answered
  case idled(Seat, round: Int)
  case resumed(Seat, round: Int)
  /// The capabilities of a seat, which do not matter here, or its name.
  case described

  init(_ message: WireMessage, of object: WaylandObject) throws(MalformedMessage) {
    var arguments = ArgumentReader(message)
    switch (object, message.code) {
    case (.display, 0):
      self = .refused(object: try arguments.number(), code: try arguments.number())
      // A message for people.
      _ = try arguments.text()
    case (.display, 1): self = .deleted(try arguments.number())
    case (.registry, 0):
      let name = try arguments.number()
      self = .announced(interface: try arguments.text(), name: name, version: try arguments.number())
    case (.registry, 1): self = .removed(name: try arguments.number())
    case (.firstAnswer, 0):
      // A number without a meaning.
      _ = try arguments.number()
      self = .answered
    case (.seat, _):
      self = .described
      return
    case (.notification(let seat, let round), 0): self = .idled(seat, round: round)
    case (.notification(let seat, let round), 1): self = .resumed(seat, round: round)
    default: throw MalformedMessage()
    }
    try arguments.end()
  }
}
