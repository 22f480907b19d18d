import EventLoop
import Glibc

/// Watches `brightness_hw_changed` of an LED, which the kernel notifies when the hardware changed the level by itself.
///
/// Unlike `actual_brightness` of a backlight, this file is read from memory: reading it on the loop does not block.
final class HardwareWatch: Sendable {
  enum Event: Hashable, Sendable {
    case moved
    /// The device was removed; no further events follow.
    case removed
  }

  private let watched: WatchedDescriptor

  /// Nil if the file cannot be polled, such as a file of a fake tree.
  convenience init?(opening file: AttributeFile, on loop: EventLoop, _ notify: @escaping @Sendable (Event) -> Void) {
    guard let descriptor = try? Descriptor(opening: file.path, O_RDONLY) else { return nil }
    try? self.init(descriptor, on: loop, notify)
  }

  init(_ file: consuming Descriptor, on loop: EventLoop, _ notify: @escaping @Sendable (Event) -> Void)
    throws(LightError)
  {
    let kept = Shared(file)
    // A sysfs attribute that was never read polls as changed.
    _ = Self.isThere(kept.value)
    watched = try watch(duplicateOf: kept.value.number, for: .urgent, on: loop) {
      notify(Self.isThere(kept.value) ? .moved : .removed)
    }
  }

  /// Reads from the start of the file, which resets its poll state in kernfs.
  private static func isThere(_ file: borrowing Descriptor) -> Bool {
    lseek(file.number, 0, SEEK_SET)
    var byte: UInt8 = 0
    // ENODATA: the hardware has not changed the level yet.
    return read(file.number, &byte, 1) >= 0 || errno == ENODATA
  }
}
