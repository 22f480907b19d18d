import BrightnessEventLoop
import Glibc

/// An open, locked bus. It is unlocked when its owner drops it.
///
/// Never kept open between exchanges: an open device file blocks the kernel when it removes the bus
/// of a monitor that was unplugged.
public struct I2CBus<Device: I2CDevice & ~Copyable>: Bus, ~Copyable {
  private let device: Device
  private let pause: (Duration) -> Void
  /// Whether the driver refuses `I2C_RDWR`.
  private var isPlain = false
  private var selected: UInt8?

  /// Waits for the lock, for as long as ddcutil does.
  public init(
    _ device: consuming Device,
    pause: @escaping (Duration) -> Void = ThreadSleep.sleep
  ) throws(WorkerFault) {
    let polls = 30
    let interval = Duration.milliseconds(100)
    for poll in 0...polls {
      if try Self.lock(device) {
        self.device = device
        self.pause = pause
        return
      }
      if poll < polls { pause(interval) }
    }
    throw WorkerFault(.isLocked)
  }

  private static func lock(_ device: borrowing Device) throws(WorkerFault) -> Bool {
    do throws(SystemError) {
      _ = try device.perform(.lock)
      return true
    } catch {
      guard error.code.isWouldBlock else { throw WorkerFault(.isNotOpened, error) }
      return false
    }
  }

  public mutating func write(_ bytes: [UInt8], to address: UInt8) throws(SystemError) {
    _ = try perform(.transferTo(address, bytes), orPlain: .write(bytes), at: address)
  }

  public mutating func read(_ count: Int, from address: UInt8) throws(SystemError) -> [UInt8] {
    try perform(.transferFrom(address, count), orPlain: .read(count), at: address)
  }

  public mutating func sleep(for duration: Duration) { pause(duration) }

  private mutating func perform(
    _ transfer: I2CCall,
    orPlain call: I2CCall,
    at address: UInt8
  ) throws(SystemError) -> [UInt8] {
    if !isPlain {
      do {
        return try device.perform(transfer)
      } catch {
        // Some builds of NVIDIA's driver refuse every message of `I2C_RDWR` with EINVAL, before
        // they send anything: i2c-dev sets the flag I2C_M_DMA_SAFE on each, which the driver knows
        // only if the headers that it was built with define it (kernel-open/nvidia/nv-i2c.c of
        // 515.43.04 to 595.45.04; ddcutil's issues 278 and 282). Plain reads and writes do not have
        // the flag.
        guard error.code.rawValue == EINVAL else { throw error }
        isPlain = true
      }
    }
    if selected != address {
      _ = try device.perform(.select(address))
      selected = address
    }
    return try device.perform(call)
  }
}

/// Sleeps of this thread.
public enum ThreadSleep {
  public static func sleep(for duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var remaining = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    withUnsafeMutablePointer(to: &remaining) { remaining in
      while nanosleep(remaining, remaining) == -1, errno == EINTR {}
    }
  }
}
