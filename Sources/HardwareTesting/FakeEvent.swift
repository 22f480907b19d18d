import EventLoop
import Glibc

/// Events as the kernel would send them.
public enum FakeEvent {
  /// The text of an event about a device, with more properties such as "SOURCE=hotkey", or "SEQNUM=4711" in the place of 1.
  public static func text(_ action: String, _ device: FakeDevice, _ more: [String] = []) -> [UInt8] {
    let place = "/" + device.path
    let lines = ["\(action)@\(place)", "ACTION=\(action)", "DEVPATH=\(place)", "SUBSYSTEM=\(device.subsystem)"]
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
