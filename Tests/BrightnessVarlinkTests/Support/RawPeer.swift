import BrightnessEventLoop
import Glibc

/// The far end of a connection, which sends and sees bytes.
final class RawPeer {
  private var socket: Descriptor?

  init(owning socket: consuming Descriptor) {
    self.socket = consume socket
  }

  init(connectingTo path: String) throws {
    let socket = try Descriptor.unixStream()
    let number = socket.number
    let address = UnixAddress(path)!
    try systemCall("connect to", path) { address.withKernelForm { connect(number, $0, $1) } }
    self.socket = consume socket
  }

  /// Two ends of one connection.
  static func pair() throws -> (near: CInt, far: RawPeer) {
    var numbers: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &numbers) }
    return (numbers[0], RawPeer(owning: Descriptor(owning: numbers[1])))
  }

  var number: CInt { socket?.number ?? -1 }

  /// Sends as much of a text as the other end has room for; returns how much.
  @discardableResult
  func send(bytes: some Collection<UInt8>) -> Int {
    Array(bytes).withUnsafeBytes { bytes in
      guard let count = try? socket?.send(bytes) else { return 0 }
      return count
    }
  }

  /// Sends texts as messages.
  func send(_ messages: String...) {
    for message in messages { send(bytes: Array(message.utf8) + [0]) }
  }

  /// Bytes since the last call.
  func receiveBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = readOnce(), !more.isEmpty { bytes += more }
    return bytes
  }

  /// Messages since the last call, and the part of an incomplete one.
  func receive() -> [String] {
    let pieces = receiveBytes().split(separator: 0, omittingEmptySubsequences: false)
    let messages = pieces.map { String(decoding: $0, as: UTF8.self) }
    return messages.last == "" ? Array(messages.dropLast()) : messages
  }

  /// Whether the other end has closed and nothing is left to read.
  var isAtEnd: Bool {
    guard let more = readOnce() else { return false }
    return more.isEmpty
  }

  func shutDownWriting() {
    shutdown(number, CInt(SHUT_WR))
  }

  func close() {
    // The other end notices at once, even if a program that another test is starting has a copy of
    // the socket.
    socket?.shutDown()
    socket = nil
  }

  /// Nil if nothing is there, nothing at the end.
  private func readOnce() -> [UInt8]? {
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
      let count = recv(number, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
      guard count >= 0 else { return errno == ECONNRESET ? [] : nil }
      return Array(buffer[..<count])
    }
  }
}
