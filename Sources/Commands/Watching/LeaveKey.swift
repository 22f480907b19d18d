import BrightnessEventLoop
import Glibc

/// The key `q`, by which a user leaves the live table.
package struct LeaveKey: ~Copyable {
  package static let hint = "q: leave"

  private let watch: WatchedDescriptor

  /// Nil without a terminal to type on. It is opened anew, because making an inherited descriptor
  /// non-blocking would affect the shell too.
  package init?(on loop: EventLoop, _ leave: @escaping @Sendable () -> Void) {
    guard let terminal = try? Descriptor(opening: "/dev/tty", O_RDONLY | O_NOCTTY) else { return nil }
    let number = terminal.number
    let watch = try? loop.watch(terminal, for: .readable) { _ in
      var keys = [UInt8](repeating: 0, count: 64)
      let count = read(number, &keys, keys.count)
      if count > 0, keys[..<count].contains(where: [UInt8(ascii: "q"), UInt8(ascii: "Q")].contains) { leave() }
    }
    guard let watch else { return nil }
    self.watch = watch
  }
}
