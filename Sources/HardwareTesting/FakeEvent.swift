import EventLoop
import Glibc

/// Events as the kernel would send them.
public enum FakeEvent {
  /// The text of an event about a device, with more properties such as "SOURCE=hotkey", or "SEQNUM=4711" in the place of 1.
  public static func text(_ action: String, _ device: FakeDevice, _ more: [String] = []) -> [UInt8] {
    Array("\(action)@/\(device.path)".utf8) + [0] + properties(action, device, more)
  }

  /// The same as udevd passes it on when it is done with the device.
  public static func udevMessage(_ action: String, _ device: FakeDevice, _ more: [String] = []) -> [UInt8] {
    let properties = properties(action, device, more)
    let magic = UInt32(0xFEED_CAFE).bigEndian
    let hash = (hashes[device.subsystem] ?? 0).bigEndian
    let header: [UInt32] = [magic, 40, 40, UInt32(properties.count), hash, 0, 0, 0]
    return Array("libudev\0".utf8) + header.flatMap { number in withUnsafeBytes(of: number, Array.init) } + properties
  }

  /// What libudev tells subsystems by, as it was seen in the filters that it makes.
  private static let hashes: [String: UInt32] = [
    "backlight": 0xC370_B302, "leds": 0x2903_C6C3, "drm": 0x1666_4179, "power_supply": 0xB1AC_BCCA,
  ]

  private static func properties(_ action: String, _ device: FakeDevice, _ more: [String]) -> [UInt8] {
    let lines = ["ACTION=\(action)", "DEVPATH=/\(device.path)", "SUBSYSTEM=\(device.subsystem)"]
    // Without a number libudev takes it for no event.
    return (lines + ["SEQNUM=1"] + more).flatMap { Array($0.utf8) + [0] }
  }

  /// Sends a datagram to a socket, or says why nobody got it.
  public static func send(_ datagram: [UInt8], to path: String) throws(SystemError) {
    let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let sender = Descriptor(owning: try systemCall("create", "socket") { socket(AF_UNIX, type, 0) })
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    try systemCall("send to", path) {
      withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(sender.number, datagram, datagram.count, 0, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }
}
