import EventLoop
import Glibc

/// A bus of a folder that stands for `/sys`: a socket that plays a device file, call by call.
///
/// Everything above the system calls is the same as on a real bus, with its timing. A call is one packet, as is its answer.
public struct SimulatedI2C: SimulatedDevice, ~Copyable {
  private let socket: Descriptor
  private let path: String

  /// The socket of a bus below the folder.
  public static func path(of bus: Int, under root: String) -> String { "\(root)/.dev/i2c-\(bus)" }

  public init(connecting path: String) throws(SystemError) {
    guard let address = UnixAddress(path) else { throw SystemError("open", path, ErrorCode(rawValue: ENAMETOOLONG)) }
    let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(owning: try systemCall("create", "socket") { Glibc.socket(AF_UNIX, type, 0) })
    try systemCall("open", path) { address.withKernelForm { connect(socket.number, $0, $1) } }
    self.socket = socket
    self.path = path
  }

  public func call(_ call: SimulatedCall) throws(SystemError) -> [UInt8] {
    let packet = call.bytes
    var answer = [UInt8](repeating: 0, count: SimulatedCall.longest)
    try systemCall(call.verb, path) { send(socket.number, packet, packet.count, CInt(MSG_NOSIGNAL)) }
    let count = try systemCall(call.verb, path) { recv(socket.number, &answer, answer.count, 0) }
    // The other end closed the socket: the bus is gone.
    guard count > 0 else { throw SystemError(call.verb, path, ErrorCode(rawValue: ENODEV)) }
    if answer[0] != 0 { throw SystemError(call.verb, path, ErrorCode(rawValue: CInt(answer[0]))) }
    return Array(answer[1..<count])
  }
}

/// A device file whose calls are values.
public protocol SimulatedDevice: I2CDevice, ~Copyable {
  /// The answer to a call: bytes for those that receive some.
  func call(_ call: SimulatedCall) throws(SystemError) -> [UInt8]
}

extension SimulatedDevice where Self: ~Copyable {
  public func lock() throws(SystemError) -> Bool {
    do {
      _ = try call(.lock)
      return true
    } catch {
      guard error.code.isWouldBlock else { throw error }
      return false
    }
  }

  public func transfer(_ bytes: [UInt8], to address: UInt8) throws(SystemError) {
    _ = try call(.transferTo(address, bytes))
  }

  public func transfer(_ count: Int, from address: UInt8) throws(SystemError) -> [UInt8] {
    try call(.transferFrom(address, count))
  }

  public func select(_ address: UInt8) throws(SystemError) { _ = try call(.select(address)) }

  public func write(_ bytes: [UInt8]) throws(SystemError) { _ = try call(.write(bytes)) }

  public func read(_ count: Int) throws(SystemError) -> [UInt8] { try call(.read(count)) }
}

/// A call of a device file as a packet: its kind, an address, a length, and bytes. The answer is an error code, or 0 and bytes.
public enum SimulatedCall: Hashable, Sendable {
  case lock
  case transferTo(UInt8, [UInt8])
  case transferFrom(UInt8, Int)
  case select(UInt8)
  case write([UInt8])
  case read(Int)

  /// The longest packet: a block of an EDID, and what is in front of it.
  public static let longest = 3 + EDID.blockLength

  public var bytes: [UInt8] {
    switch self {
    case .lock: [0, 0, 0]
    case .transferTo(let address, let bytes): [1, address, UInt8(bytes.count)] + bytes
    case .transferFrom(let address, let count): [2, address, UInt8(count)]
    case .select(let address): [3, address, 0]
    case .write(let bytes): [4, 0, UInt8(bytes.count)] + bytes
    case .read(let count): [5, 0, UInt8(count)]
    }
  }

  /// Nil unless these are the bytes of a call.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 3 else { return nil }
    switch bytes[0] {
    case 0: self = .lock
    case 1: self = .transferTo(bytes[1], Array(bytes[3...]))
    case 2: self = .transferFrom(bytes[1], Int(bytes[2]))
    case 3: self = .select(bytes[1])
    case 4: self = .write(Array(bytes[3...]))
    case 5: self = .read(Int(bytes[2]))
    default: return nil
    }
    guard self.bytes == bytes else { return nil }
  }

  fileprivate var verb: String {
    switch self {
    case .lock: "lock"
    case .select: "select a device on"
    case .transferTo, .write: "write to"
    case .transferFrom, .read: "read from"
    }
  }
}
