import BrightnessEventLoop
import Glibc

/// A client of the daemon that sends texts and waits for what comes back, and otherwise does what
/// no client should.
public final class RawClient {
  private let socket: Descriptor

  /// Connects; a wait for an answer ends after half a minute.
  public init(connectingTo path: String) throws {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(owning: try systemCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    let number = socket.number
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    guard let address = UnixAddress(path) else { preconditionFailure("the path of a socket is short: \(path)") }
    try systemCall("connect to", path) { address.withKernelForm { connect(number, $0, $1) } }
    self.socket = socket
  }

  /// The descriptor, which is closed when the client goes away.
  public var number: CInt { socket.number }

  /// Sends a message with its end; false if the daemon has closed.
  @discardableResult
  public func send(_ message: String) -> Bool {
    send(bytes: Array(message.utf8) + [0])
  }

  /// Sends bytes as they are, waiting for room; false if the daemon has closed.
  @discardableResult
  public func send(bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next message; nil if the daemon has closed, or nothing has come in half a minute.
  public func receive() -> String? { try? next().get() }

  private func next() -> Result<String, NoAnswer> {
    var bytes: [UInt8] = []
    var next: UInt8 = 0
    while true {
      switch recv(number, &next, 1, 0) {
      case 1 where next == 0: return .success(String(decoding: bytes, as: UTF8.self))
      case 1: bytes.append(next)
      case 0: return .failure(.closed)
      default: return .failure(.failed(.latest))
      }
    }
  }

  /// Whether the daemon has closed, and nothing is left to read.
  public var isAtEnd: Bool {
    var next: UInt8 = 0
    return recv(number, &next, 1, CInt(MSG_DONTWAIT)) == 0
  }

  /// Calls a method of sessions, and waits for the first reply.
  @discardableResult
  public func call(_ method: String, _ parameters: String, wantsMore: Bool = false) throws -> String {
    let text = Self.text(method, parameters, wantsMore: wantsMore)
    send(text)
    return try reply(to: text)
  }

  /// Waits for the first reply to a call that was sent.
  @discardableResult
  public func reply(to call: String) throws -> String {
    let reply = try next().get()
    if reply.hasPrefix(#"{"error""#) { throw Refused(call: call, reply: reply) }
    return reply
  }

  /// A call of a method of sessions, as it stands on the wire.
  public static func text(_ method: String, _ parameters: String = "{}", wantsMore: Bool = false) -> String {
    let more = wantsMore ? #","more":true"# : ""
    return #"{"method":"io.brightnessd.Sessions.\#(method)","parameters":\#(parameters)\#(more)}"#
  }

  /// Holds everything that shows a picture at its top, and waits until it does; `more` is what else
  /// the scene asks for.
  public func hold(_ more: String = "") throws {
    send(Self.hold(more))
    try reply(to: Self.hold(more))
  }

  /// The call of `hold`, as it stands on the wire.
  public static func hold(_ more: String = "") -> String { text("Hold", scene(100, more), wantsMore: true) }

  /// Brings a scene into force, and leaves the connection free for other calls.
  public func appear(_ percent: Int = 100) throws {
    try push(percent)
    try call("OnAppear", Self.first)
  }

  /// Pushes a scene that is not in force yet.
  public func push(_ percent: Int = 100) throws {
    try call("Push", Self.scene(percent))
  }

  /// The parameters that name the first scene of a connection.
  public static let first = #"{"scene":1}"#

  /// The parameters of a call that brings a scene.
  public static func scene(_ percent: Int, _ more: String = "") -> String {
    #"{"scene":{"claims":[{"rule":"exactly","percent":\#(percent)}]\#(more)}}"#
  }

  /// Says that nothing more will be sent.
  public func finish() {
    shutdown(number, CInt(SHUT_WR))
  }
}

/// The daemon did not answer.
public enum NoAnswer: Error {
  case closed
  /// Most likely nothing came in time.
  case failed(ErrorCode)
}

/// The daemon answered with an error.
public struct Refused: Error {
  public let call: String
  public let reply: String
}
