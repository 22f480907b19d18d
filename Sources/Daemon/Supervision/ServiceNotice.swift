import EventLoop
import Glibc

/// Something that a service tells systemd.
public enum ServiceNotice: Hashable, Sendable {
  /// All is set up, or set up anew after a reload.
  case ready
  /// What the service is doing, for whoever asks.
  case status(String)
  /// The configuration is read again, from this moment of the monotonic clock on.
  case reloading(microseconds: UInt64)
  case stopping
  /// The service is alive.
  case watchdog
  /// The descriptor that comes along is to be kept for the next start.
  case storeDescriptor(DescriptorName)
  case removeDescriptor(DescriptorName)

  /// The lines of the message.
  var text: String {
    switch self {
    case .ready: "READY=1"
    case .status(let status): "STATUS=\(status.inOneLine(atMost: 500))"
    case .reloading(let microseconds): "RELOADING=1\nMONOTONIC_USEC=\(microseconds)"
    case .stopping: "STOPPING=1"
    case .watchdog: "WATCHDOG=1"
    case .storeDescriptor(let name): "FDSTORE=1\nFDNAME=\(name)"
    case .removeDescriptor(let name): "FDSTOREREMOVE=1\nFDNAME=\(name)"
    }
  }

  /// A reload that begins now.
  public static var reloadingNow: ServiceNotice {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .reloading(microseconds: UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000)
  }
}

/// The name under which systemd keeps a descriptor.
public struct DescriptorName: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Nil unless the name has 1 to 255 visible ASCII characters other than the colon, which parts names.
  public init?(_ text: String) {
    guard 1...255 ~= text.utf8.count, text.utf8.allSatisfy({ 33...126 ~= $0 && $0 != UInt8(ascii: ":") }) else {
      return nil
    }
    description = text
  }
}
