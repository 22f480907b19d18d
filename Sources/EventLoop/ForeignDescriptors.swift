import CLinux
import Glibc

/// Sockets that may have descriptors of strangers in them, which are closed with them.
///
/// The last close of a socket with SO_LINGER waits for as long as the stranger likes, but never in a process that ends. A file of a FUSE file
/// system can still make it wait.
public enum ForeignDescriptors {
  /// Closes descriptors by the end of a process of their own, and waits for it. Not for the thread of the loop.
  public static func close(_ numbers: [CInt]) {
    guard let gate = try? Gate() else { return closeHere(numbers) }
    let end = gate.wait.number
    let kept = (numbers + [end]).sorted()
    let process = close_in_process(kept, UInt32(kept.count), end, gate.open.number)
    closeHere(numbers)
    guard process > 0 else { return }
    gate.letPass()
    // Without a signal at its end it is a clone: wait4(2) returns those only for __WALL.
    while waitpid(process, nil, 0x4000_0000) < 0, errno == EINTR {}
  }

  private static func closeHere(_ numbers: [CInt]) {
    for number in numbers { _ = Descriptor(owning: number) }
  }

  /// A pipe; the process that reads it goes on when the other end is closed, also by the end of this process.
  private struct Gate: ~Copyable {
    let wait: Descriptor
    let open: Descriptor

    init() throws(SystemError) {
      var numbers: [CInt] = [-1, -1]
      try systemCall("create", "pipe") { pipe2(&numbers, O_CLOEXEC) }
      wait = Descriptor(owning: numbers[0])
      open = Descriptor(owning: numbers[1])
    }

    consuming func letPass() {}
  }
}
