import CLinux
import EventLoop
import Glibc

/// The device file of a bus.
public struct I2CFile: I2CDevice, ~Copyable {
  private let file: Descriptor
  private let path: String

  public init(opening path: String) throws(SystemError) {
    file = try Descriptor(opening: path, O_RDWR)
    self.path = path
  }

  public func lock() throws(SystemError) -> Bool {
    do {
      try systemCall("lock", path) { flock(file.number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.code.isWouldBlock else { throw error }
      return false
    }
  }

  public func transfer(_ bytes: [UInt8], to address: UInt8) throws(SystemError) {
    var bytes = bytes
    try transfer("write to", &bytes, address, flags: 0)
  }

  public func transfer(_ count: Int, from address: UInt8) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try transfer("read from", &bytes, address, flags: UInt16(I2C_M_RD))
    return bytes
  }

  /// One message a call: a monitor needs time between a request and its reply.
  private func transfer(
    _ verb: String,
    _ bytes: inout [UInt8],
    _ address: UInt8,
    flags: UInt16
  ) throws(SystemError) {
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
  }

  public func select(_ address: UInt8) throws(SystemError) {
    try systemCall("select a device on", path) { ioctl(file.number, UInt(I2C_SLAVE), CInt(address)) }
  }

  public func write(_ bytes: [UInt8]) throws(SystemError) {
    let count = try systemCall("write to", path) { Glibc.write(file.number, bytes, bytes.count) }
    if count != bytes.count { throw SystemError("write to", path, ErrorCode(rawValue: EIO)) }
  }

  public func read(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = try systemCall("read from", path) { Glibc.read(file.number, &bytes, count) }
    return Array(bytes[..<received])
  }
}
