import EventLoop
import Glibc

/// Hears on the loop when an LED's hardware has chosen a level by itself; the file tells it from memory, so that reading it
/// does not wait for the hardware.
final class HardwareWatch: Sendable {
  enum Told: Hashable, Sendable {
    case moved
    /// Nothing more is to be heard: the device is gone.
    case ended
  }

  private let watched: WatchedDescriptor

  /// Nil where the file cannot be waited for, as one in a plain folder.
  convenience init?(opening file: AttributeFile, on loop: EventLoop, _ tell: @escaping @Sendable (Told) -> Void) {
    guard let descriptor = try? Descriptor(opening: file.path, O_RDONLY) else { return nil }
    try? self.init(descriptor, on: loop, tell)
  }

  init(_ file: consuming Descriptor, on loop: EventLoop, _ tell: @escaping @Sendable (Told) -> Void) throws(LightError)
  {
    let kept = Kept(file)
    // An attribute that was never read counts as moved.
    _ = Self.isThere(kept.value)
    watched = try watch(duplicateOf: kept.value.number, for: .urgent, on: loop) {
      tell(Self.isThere(kept.value) ? .moved : .ended)
    }
  }

  /// Reads the file from its front, as only that lets the next wait be one.
  private static func isThere(_ file: borrowing Descriptor) -> Bool {
    lseek(file.number, 0, SEEK_SET)
    var byte: UInt8 = 0
    // Until the hardware first chooses a level there is none to tell.
    return read(file.number, &byte, 1) >= 0 || errno == ENODATA
  }
}
