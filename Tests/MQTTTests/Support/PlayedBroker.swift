import BrightnessEventLoop
import Glibc
import MQTT

/// A broker of the test's own, for what mosquitto does not do: it answers with given bytes.
///
/// Packets are those of MQTT 5.0 (OASIS, 2019): CONNACK in section 3.2, SUBACK in 3.9, and
/// DISCONNECT in 3.14; PUBLISH in 3.3 and PUBACK in 3.4.
final class PlayedBroker {
  static let accepts: [UInt8] = [0x20, 3, 0, 0, 0]

  static func refuses(_ reason: UInt8) -> [UInt8] { [0x20, 3, 0, reason, 0] }

  /// The message `a` with an empty payload, which needs no answer.
  static let message: [UInt8] = [0x30, 4, 0, 1, UInt8(ascii: "a"), 0]

  /// The answer to a message of the client on a topic of one letter.
  static func acknowledges(_ message: [UInt8]) -> [UInt8] { [0x40, 2] + message[5...6] }

  static func disconnects(_ reason: UInt8) -> [UInt8] { [0xE0, 2, reason, 0] }

  let settings: MQTTSettings
  private let listener: Descriptor
  private var client: Box<Descriptor>?

  init() throws {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let listener = Descriptor(owning: try systemCall("create", "socket") { socket(AF_INET, type, 0) })
    let number = listener.number
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The kernel chooses a free port.
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        try systemCall("bind", "socket") { bind(number, pointer, length) }
        try systemCall("listen on", "socket") { listen(number, 1) }
        try systemCall("name", "socket") { getsockname(number, pointer, &length) }
      }
    }
    settings = MQTTSettings(host: "127.0.0.1", port: UInt16(bigEndian: address.sin_port), client: "a")
    self.listener = listener
  }

  /// Accepts the next client, and answers with these packets.
  func answer(_ packets: [UInt8]) throws {
    let number = listener.number
    let client = Descriptor(owning: try systemCall("accept", "client") { accept(number, nil, nil) })
    var bytes = [UInt8](repeating: 0, count: 1024)
    _ = try bytes.withUnsafeMutableBytes { try client.read(into: $0) }
    self.client = Box(client)
    try send(packets)
  }

  /// The next bytes of the client.
  func received() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = try bytes.withUnsafeMutableBytes { try client?.value.read(into: $0) } ?? 0
    return Array(bytes.prefix(count))
  }

  func send(_ packets: [UInt8]) throws {
    _ = try packets.withUnsafeBytes { try client?.value.write($0) }
  }
}
