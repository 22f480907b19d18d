import EventLoop
import Glibc
import Varlink

@testable import Daemon

/// A client with nothing but a socket, which outlives the daemon.
final class Survivor {
  private let socket: Descriptor
  private let desk: Desk
  let session: Int

  init(_ desk: Desk, as user: Daemon.Peer = User.member) throws {
    desk.visitors.next = user
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
    socket = Descriptor(owning: ends[1])
    self.desk = desk
    let connection = try desk.running!.service!.server.adopt(Descriptor(owning: ends[0]))
    session = Int(connection.id.rawValue)
  }

  /// Calls a method of sessions, and gives what comes back until there is nothing left to do.
  @discardableResult
  func call(_ method: String, _ parameters: String = "{}", wantsMore: Bool = false) -> [String] {
    begin(method, parameters, wantsMore: wantsMore)
    return heard()
  }

  /// The same, with nothing carried out yet.
  func begin(_ method: String, _ parameters: String = "{}", wantsMore: Bool = false) {
    let more = wantsMore ? #","more":true"# : ""
    send(#"{"method":"io.brightnessd.\#(method)","parameters":\#(parameters)\#(more)}"# + "\0")
  }

  /// Hangs up: what the daemon says from now on is not heard.
  func finish() {
    socket.shutDown()
  }

  func send(_ text: String) {
    Glibc.send(socket.number, text, text.utf8.count, CInt(MSG_NOSIGNAL))
  }

  /// Every message since the last time.
  func heard() -> [String] {
    desk.goOn()
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(socket.number, &buffer, buffer.count, 0), count > 0 {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text.split(separator: "\0").map(String.init)
  }

  /// Whether the daemon has closed the connection.
  var isClosed: Bool {
    _ = heard()
    var byte: UInt8 = 0
    return recv(socket.number, &byte, 1, 0) == 0
  }

  /// Pushes a scene, which appears: its number.
  @discardableResult
  func appear(_ percent: Int, _ more: String = "") -> String {
    let reply = call("Sessions.Push", Self.scene(percent, more)).joined()
    let scene = String(reply.filter(\.isNumber))
    call("Sessions.OnAppear", #"{"scene":\#(scene)}"#)
    return scene
  }

  @discardableResult
  func hold(_ percent: Int, _ more: String = "") -> [String] {
    call("Sessions.Hold", Self.scene(percent, more), wantsMore: true)
  }

  static func scene(_ percent: Int, _ more: String = "") -> String {
    #"{"scene":{"claims":[{"rule":"exactly","percent":\#(percent)}]\#(more)}}"#
  }

  static func told(_ event: String, on light: String? = nil, isLast: Bool = false) -> String {
    let light = light.map { #","light":"\#($0)""# } ?? ""
    let more = isLast ? "" : #","continues":true"#
    return #"{"parameters":{"scene":1,"event":"\#(event)"\#(light)}\#(more)}"#
  }
}
