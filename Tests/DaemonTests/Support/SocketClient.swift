import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Glibc

@testable import Daemon

/// A client with a plain socket, which outlives the daemon.
final class SocketClient {
  private let socket: Descriptor
  private let daemon: TestDaemon
  let session: Int

  init(_ daemon: TestDaemon, as user: Peer = User.member) throws {
    daemon.clients.next = user
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
    socket = Descriptor(owning: ends[1])
    self.daemon = daemon
    let connection = try daemon.running!.server.adopt(Descriptor(owning: ends[0]))
    session = Int(connection.id.rawValue)
  }

  /// Calls a method, and returns the replies until the daemon is idle.
  @discardableResult
  func call(_ method: String, _ parameters: String = "{}", wantsMore: Bool = false) -> [String] {
    begin(method, parameters, wantsMore: wantsMore)
    return received()
  }

  /// The same, before any job runs.
  func begin(_ method: String, _ parameters: String = "{}", wantsMore: Bool = false) {
    let more = wantsMore ? #","more":true"# : ""
    send(#"{"method":"io.brightnessd.\#(method)","parameters":\#(parameters)\#(more)}"# + "\0")
  }

  /// Shuts down the socket: later messages of the daemon are not received.
  func finish() {
    socket.shutDown()
  }

  func send(_ text: String) {
    Glibc.send(socket.number, text, text.utf8.count, CInt(MSG_NOSIGNAL))
  }

  /// Every message since the last time.
  func received() -> [String] {
    daemon.runUntilIdle()
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(socket.number, &buffer, buffer.count, 0), count > 0 {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text.split(separator: "\0").map(String.init)
  }

  /// Whether the daemon has closed the connection.
  var isClosed: Bool {
    _ = received()
    var byte: UInt8 = 0
    return recv(socket.number, &byte, 1, 0) == 0
  }

  /// Pushes a scene that appears, and returns its number.
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

  static func notification(_ event: String, on light: String? = nil, isLast: Bool = false) -> String {
    let light = light.map { #","light":"\#($0)""# } ?? ""
    let more = isLast ? "" : #","continues":true"#
    return #"{"parameters":{"scene":1,"event":"\#(event)"\#(light)}\#(more)}"#
  }
}

extension SocketClient: CustomReflectable {
  /// Empty, since a failed expectation would reflect the socket, which cannot be copied.
  var customMirror: Mirror { Mirror(self, children: []) }
}
