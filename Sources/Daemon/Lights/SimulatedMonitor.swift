import BrightnessEventLoop
import DDC
import Glibc
import Synchronization

/// A simulated monitor, to try things out: a socket that answers the messages of a worker.
final class SimulatedMonitor: Sendable {
  /// The EDID at its connector: maker SIM, product 1, serial number 1234, and a name.
  static let edid: [UInt8] = {
    var block = [UInt8](repeating: 0, count: 128)
    block.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
    block.replaceSubrange(8..<14, with: [0x4D, 0x2D, 1, 0, 0xD2, 0x04])
    // The descriptor with the name of the model.
    let name = [0, 0, 0, 0xFC, 0] + Array("SIM 2700\n".utf8)
    block.replaceSubrange(54..<54 + name.count, with: name)
    block[127] = 0 &- block.reduce(0, &+)
    return block
  }()

  private let listener: Descriptor
  private let level = Mutex<UInt8>(60)
  private static let maximum: UInt8 = 100

  /// Serves the bus until the object is released, on a thread of its own: the loop of the daemon
  /// must not wait for itself.
  static func serve(at path: String) throws(SystemError) -> SimulatedMonitor {
    guard let address = UnixAddress(path) else { throw SystemError("bind", path, ErrorCode(rawValue: ENAMETOOLONG)) }
    let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    let listener = Descriptor(owning: try systemCall("create", "socket") { socket(AF_UNIX, type, 0) })
    try systemCall("bind", path) { address.withKernelForm { bind(listener.number, $0, $1) } }
    try systemCall("listen on", path) { listen(listener.number, 4) }
    let monitor = SimulatedMonitor(listener)
    let duplicate = Box(try Descriptor(duplicating: monitor.listener.number))
    JobThread().perform { [weak monitor] in
      while let connection = Self.accept(duplicate.value) {
        while let monitor, monitor.answer(connection) {}
      }
    }
    return monitor
  }

  private init(_ listener: consuming Descriptor) { self.listener = listener }

  // Ends the wait for a connection.
  deinit { listener.shutDown() }

  private static func accept(_ listener: borrowing Descriptor) -> Descriptor? {
    let number = Glibc.accept(listener.number, nil, nil)
    return number < 0 ? nil : Descriptor(owning: number)
  }

  /// Answers a call of the worker; false at the end of the connection.
  private func answer(_ connection: borrowing Descriptor) -> Bool {
    var packet = [UInt8](repeating: 0, count: I2CCall.longest)
    let count = recv(connection.number, &packet, packet.count, 0)
    guard count > 0, let call = I2CCall(Array(packet[..<count])) else { return false }
    let answer = [0] + reply(to: call)
    return send(connection.number, answer, answer.count, CInt(MSG_NOSIGNAL)) > 0
  }

  /// Only the worker sends messages here, so their checksums are not verified.
  private func reply(to call: I2CCall) -> [UInt8] {
    switch call {
    case .transferTo(_, let bytes) where bytes.count == 7 && bytes[2] == 3:
      level.withLock { $0 = min(bytes[5], Self.maximum) }
      return []
    case .transferFrom(_, let count):
      let message = [0x6E, 0x88, 2, 0, 0x10, 0, 0, Self.maximum, 0, level.withLock { $0 }]
      return Array((message + [message.reduce(0x50, ^)] + Array(repeating: 0, count: count)).prefix(count))
    default: return []
    }
  }
}
