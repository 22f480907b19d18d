import BrightnessEventLoop
import CBrightnessLinux
import Glibc

/// The device file of a bus, or a socket that simulates it.
public protocol I2CDevice: ~Copyable {
  /// Carries out a call, and returns the bytes received, if any.
  func perform(_ call: I2CCall) throws(SystemError) -> [UInt8]
}

/// A call on the device file of a bus.
public enum I2CCall: Hashable, Sendable {
  /// Locks the bus against other programs that lock it, such as ddcutil. Fails with EWOULDBLOCK
  /// while one of them has the lock.
  case lock
  /// Sends a message with `I2C_RDWR`.
  case transferTo(UInt8, [UInt8])
  /// Receives a message with `I2C_RDWR`.
  case transferFrom(UInt8, Int)
  /// Selects the device for the plain reads and writes that follow (`I2C_SLAVE`). Fails for a
  /// device that a kernel driver has claimed.
  case select(UInt8)
  /// Sends a message to the selected device with write(2).
  case write([UInt8])
  /// Receives a message from the selected device with read(2).
  case read(Int)

  fileprivate var verb: String {
    switch self {
    case .lock: "lock"
    case .select: "select a device on"
    case .transferTo, .write: "write to"
    case .transferFrom, .read: "read from"
    }
  }
}

/// The file `/dev/i2c-N` of a bus.
public struct I2CFile: I2CDevice, ~Copyable {
  private let file: Descriptor
  private let path: String

  public init(opening path: String) throws(SystemError) {
    file = try Descriptor(opening: path, O_RDWR)
    self.path = path
  }

  public func perform(_ call: I2CCall) throws(SystemError) -> [UInt8] {
    switch call {
    case .lock: try systemCall(call.verb, path) { flock(file.number, LOCK_EX | LOCK_NB) }
    case .select(let address): try systemCall(call.verb, path) { ioctl(file.number, UInt(I2C_SLAVE), CInt(address)) }
    case .transferTo(let address, let bytes): return try transfer(call.verb, bytes, address, flags: 0)
    case .transferFrom(let address, let count):
      return try transfer(call.verb, Array(repeating: 0, count: count), address, flags: UInt16(I2C_M_RD))
    case .write(let bytes):
      let count = try systemCall(call.verb, path) { Glibc.write(file.number, bytes, bytes.count) }
      if count != bytes.count { throw SystemError(call.verb, path, ErrorCode(rawValue: EIO)) }
    case .read(let count):
      var bytes = [UInt8](repeating: 0, count: count)
      let received = try systemCall(call.verb, path) { Glibc.read(file.number, &bytes, count) }
      return Array(bytes[..<received])
    }
    return []
  }

  /// One message per call, since a monitor needs time between a request and its reply.
  private func transfer(
    _ verb: String,
    _ given: [UInt8],
    _ address: UInt8,
    flags: UInt16
  ) throws(SystemError) -> [UInt8] {
    var bytes = given
    let code: CInt = bytes.withUnsafeMutableBufferPointer { bytes in
      var message = i2c_msg(addr: UInt16(address), flags: flags, len: UInt16(bytes.count), buf: bytes.baseAddress)
      return withUnsafeMutablePointer(to: &message) { message in
        var transfer = i2c_rdwr_ioctl_data(msgs: message, nmsgs: 1)
        while true {
          if ioctl(file.number, UInt(I2C_RDWR), &transfer) >= 0 { return 0 }
          if errno != EINTR { return errno }
        }
      }
    }
    if code != 0 { throw SystemError(verb, path, ErrorCode(rawValue: code)) }
    return bytes
  }
}

/// A bus in a folder that stands for `/sys`. A socket simulates its device file, call by call.
///
/// Everything above the system calls is the same as on a real bus, with its timing. A call is one
/// packet, as is its answer: an error code, or 0 and bytes.
public struct SimulatedI2C: I2CDevice, ~Copyable {
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

  public func perform(_ call: I2CCall) throws(SystemError) -> [UInt8] {
    let packet = call.bytes
    var answer = [UInt8](repeating: 0, count: I2CCall.longest)
    try systemCall(call.verb, path) { send(socket.number, packet, packet.count, CInt(MSG_NOSIGNAL)) }
    let count = try systemCall(call.verb, path) { recv(socket.number, &answer, answer.count, 0) }
    // The other end closed the socket: the bus is gone.
    guard count > 0 else { throw SystemError(call.verb, path, ErrorCode(rawValue: ENODEV)) }
    if answer[0] != 0 { throw SystemError(call.verb, path, ErrorCode(rawValue: CInt(answer[0]))) }
    return Array(answer[1..<count])
  }
}

/// A call as a packet: its kind, an address, a length, and bytes.
extension I2CCall {
  /// The longest packet: a block of an EDID and the header.
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
}
