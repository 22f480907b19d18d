import EventLoop

/// The calls of a bus's device file, `/dev/i2c-N`; a socket stands for it where the buses are simulated.
public protocol I2CDevice: ~Copyable {
  /// Locks the bus against other programs that lock it, such as ddcutil; false while one of them has it.
  func lock() throws(SystemError) -> Bool
  /// Sends a message by `I2C_RDWR`.
  func transfer(_ bytes: [UInt8], to address: UInt8) throws(SystemError)
  /// Receives a message by `I2C_RDWR`.
  func transfer(_ count: Int, from address: UInt8) throws(SystemError) -> [UInt8]
  /// Chooses the device of the plain calls that follow, by `I2C_SLAVE`. It refuses a device that a driver of the kernel has.
  func select(_ address: UInt8) throws(SystemError)
  /// Sends a message to the selected device by write(2).
  func write(_ bytes: [UInt8]) throws(SystemError)
  /// Receives a message from the selected device by read(2).
  func read(_ count: Int) throws(SystemError) -> [UInt8]
}
