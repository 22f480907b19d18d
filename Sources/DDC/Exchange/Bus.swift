import EventLoop

/// A bus on which a monitor listens. Tests play it, and its time.
public protocol Bus: ~Copyable {
  /// Sends bytes to a device, in one message.
  mutating func write(_ bytes: [UInt8], to address: UInt8) throws(SystemError)
  /// Receives so many bytes from a device, in one message.
  mutating func read(_ count: Int, from address: UInt8) throws(SystemError) -> [UInt8]
  mutating func sleep(for duration: Duration)
}
