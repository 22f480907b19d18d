import BrightnessEventLoop
import Glibc

/// A Wayland compositor that a test plays, with its end of one connection.
///
/// The messages are those of wayland.xml (wayland 1.23) and ext-idle-notify-v1.xml
/// (wayland-protocols 1.44). What it does not assume is how a real compositor counts time:
/// Tests/Desktop runs sway and labwc for that.
public final class PlayedCompositor {
  public struct Notification: Hashable, Sendable {
    public let seat: UInt32
    public let milliseconds: UInt32
    public let ignoresInhibitors: Bool

    public init(seat: UInt32, milliseconds: UInt32, ignoresInhibitors: Bool = false) {
      self.seat = seat
      self.milliseconds = milliseconds
      self.ignoresInhibitors = ignoresInhibitors
    }
  }

  public struct Global: Hashable, Sendable {
    public let name: UInt32
    public let interface: String
    public let version: UInt32

    public init(_ name: UInt32, _ interface: String, version: UInt32) {
      self.name = name
      self.interface = interface
      self.version = version
    }

    public static func seat(_ name: UInt32) -> Global { Global(name, "wl_seat", version: 9) }

    public static func notifier(_ name: UInt32, version: UInt32) -> Global {
      Global(name, "ext_idle_notifier_v1", version: version)
    }
  }

  private enum Object {
    case registry, seat(name: UInt32), notifier(version: UInt32), notification(Notification), other
  }

  private static let display: UInt32 = 1

  /// The end for the client, which has to be passed on or released.
  public let clientEnd: CInt
  private var end: Descriptor?
  private var globals: [Global]
  private var objects: [UInt32: Object] = [:]
  private var input: [UInt8] = []
  /// The answers to requests so far, which are sent together.
  private var answers: [UInt8]?
  /// How bytes are sent; a test may send them in other pieces.
  public var deliver: ([UInt8]) -> Void = { _ in }
  /// The globals that the client has bound, with their versions.
  public private(set) var bound: [Global] = []
  /// How often the client has asked for a notification.
  public private(set) var requests = 0

  public init(_ globals: [Global] = [.seat(1), .notifier(2, version: 1)]) throws {
    var numbers: [CInt] = [-1, -1]
    try systemCall("create", "pair") {
      socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &numbers)
    }
    clientEnd = numbers[0]
    let number = numbers[1]
    end = Descriptor(owning: number)
    self.globals = globals
    deliver = { bytes in _ = bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    }
  }

  /// The notifications that the client has now, in the order of their seats.
  public var notifications: [Notification] {
    objects.values.compactMap { object in
      if case .notification(let notification) = object { notification } else { nil }
    }
    .sorted { $0.seat < $1.seat }
  }

  /// Ends without a word.
  public func die() { end = nil }

  /// Whether the client closes its end within half a minute. A process that another test is just
  /// starting may have a copy.
  public func losesClient() -> Bool {
    guard let number = end?.number else { return true }
    var request = pollfd(fd: number, events: 0, revents: 0)
    return poll(&request, 1, 30_000) == 1
  }

  // MARK: Events

  public func announce(_ global: Global) {
    globals.append(global)
    for (object, kind) in objects { if case .registry = kind { announce(global, to: object) } }
  }

  /// The same, with a descriptor, which is closed here.
  public func announce(_ global: Global, passing descriptor: consuming Descriptor) {
    guard let number = end?.number else { return }
    var attached = AttachedDescriptor(number: descriptor.number)
    let others = deliver
    deliver = { bytes in
      var bytes = bytes
      _ = bytes.withUnsafeMutableBytes { bytes in
        withMessage(bytes, with: &attached) { sendmsg(number, $0, CInt(MSG_NOSIGNAL)) }
      }
    }
    announce(global)
    deliver = others
    _ = consume descriptor
  }

  public func remove(_ name: UInt32) {
    for (object, kind) in objects { if case .registry = kind { send(to: object, 1, [name]) } }
  }

  /// Tells the notifications of a seat that it is idle, or used again.
  public func setIdle(_ seat: UInt32, _ isIdle: Bool) {
    for (object, kind) in objects {
      if case .notification(let notification) = kind, notification.seat == seat { send(to: object, isIdle ? 0 : 1, []) }
    }
  }

  /// Ends the connection because of a request to an object, as `wl_display.error` says.
  public func refuse(_ code: UInt32) {
    let object = objects.first { if case .notifier = $0.value { true } else { false } }?.key ?? Self.display
    send(to: Self.display, 0, [object, code] + text("refused"))
  }

  private func announce(_ global: Global, to registry: UInt32) {
    send(to: registry, 0, [global.name] + text(global.interface) + [global.version])
  }

  private func send(to object: UInt32, _ code: UInt32, _ arguments: [UInt32]) {
    let words = [object, UInt32(8 + arguments.count * 4) << 16 | code] + arguments
    let bytes = words.flatMap { word in withUnsafeBytes(of: word, Array.init) }
    if answers != nil { answers? += bytes } else { deliver(bytes) }
  }

  /// The words of a string: its length with the 0 at its end, and its bytes.
  private func text(_ string: String) -> [UInt32] {
    let bytes = Array(string.utf8) + [0]
    let padded = bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
    return [UInt32(bytes.count)]
      + stride(from: 0, to: padded.count, by: 4).map { at in
        padded[at..<at + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
  }

  // MARK: Requests

  /// Carries out the requests that have come, without waiting for others; whether there were any.
  @discardableResult
  public func serve() -> Bool {
    guard let number = end?.number else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
    if count > 0 { input += buffer[..<count] }
    var hasServed = false
    answers = []
    while input.count >= 8, input.count >= Int(word(1) >> 16) {
      let size = Int(word(1) >> 16)
      carryOut(object: word(0), code: word(1) & 0xffff, (2..<size / 4).map(word))
      input.removeFirst(size)
      hasServed = true
    }
    if let answers = answers.take(), !answers.isEmpty { deliver(answers) }
    return hasServed
  }

  /// Serves until something holds, for half a minute at most.
  public func serve(until holds: () throws -> Bool) throws {
    while try !holds() {
      var request = pollfd(fd: end?.number ?? -1, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 30_000) == 1 else { throw Silence() }
      guard serve() else { throw Silence() }
    }
  }

  public struct Silence: Error {}

  private func word(_ index: Int) -> UInt32 {
    input[index * 4..<index * 4 + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func carryOut(object: UInt32, code: UInt32, _ arguments: [UInt32]) {
    switch (objects[object], code) {
    case (nil, 0) where object == Self.display:
      send(to: arguments[0], 0, [0])
      send(to: Self.display, 1, [arguments[0]])
    case (nil, 1) where object == Self.display:
      objects[arguments[0]] = .registry
      for global in globals { announce(global, to: arguments[0]) }
    case (.registry, 0): bind(arguments)
    case (.notifier, 1): watch(arguments, ignoresInhibitors: false)
    case (.notifier(version: 2...), 2): watch(arguments, ignoresInhibitors: true)
    case (.notifier, 0), (.notification, 0):
      objects[object] = nil
      send(to: Self.display, 1, [object])
    default: preconditionFailure("the client sent request \(code) to object \(object)")
    }
  }

  /// A bind: the name of the global, its interface as a string, its version, the new object.
  private func bind(_ arguments: [UInt32]) {
    let object = arguments[arguments.count - 1]
    let version = arguments[arguments.count - 2]
    let global = globals.first { $0.name == arguments[0] }
    guard let global, arguments.dropFirst().dropLast(2).elementsEqual(text(global.interface)), version <= global.version
    else { preconditionFailure("the client bound \(arguments), which was not announced so") }
    bound.append(Global(global.name, global.interface, version: version))
    switch global.interface {
    case "wl_seat": objects[object] = .seat(name: global.name)
    case "ext_idle_notifier_v1": objects[object] = .notifier(version: version)
    default: objects[object] = .other
    }
  }

  /// A notification: the new object, the time, the object of the seat.
  private func watch(_ arguments: [UInt32], ignoresInhibitors: Bool) {
    guard case .seat(let name) = objects[arguments[2]] else { preconditionFailure("a notification is for a seat") }
    requests += 1
    objects[arguments[0]] = .notification(
      Notification(seat: name, milliseconds: arguments[1], ignoresInhibitors: ignoresInhibitors)
    )
  }
}

/// A control message with one descriptor, as CMSG_DATA has it on 64-bit systems.
private struct AttachedDescriptor {
  var length = 20
  var level = SOL_SOCKET
  var type = CInt(SCM_RIGHTS)
  var number: CInt
  var padding: CInt = 0
}
