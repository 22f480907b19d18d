import CLinux
import Glibc

/// Where a thread may run, so that one that sleeps can be woken beside its waker.
///
/// A waker that is about to sleep leaves its processor free. To wake another processor from its sleep costs several times
/// as much as the thread's whole errand, in a virtual machine most of all.
package struct ThreadPlacement: Sendable {
  private let thread: pid_t
  private let usual: processor_set

  /// That of the calling thread; nil where it has no choice, or the kernel does not say.
  package init?() {
    var processors = processor_set()
    thread = gettid()
    guard get_processors(thread, &processors) > 0 else { return nil }
    usual = processors
    let count = withUnsafeBytes(of: processors.bits) { bytes in bytes.reduce(0) { $0 + $1.nonzeroBitCount } }
    if count < 2 { return nil }
  }

  /// Lets the thread, which sleeps, wake where the caller runs. Where that is not allowed it wakes wherever it likes.
  package func pullHere() {
    let processor = sched_getcpu()
    guard processor >= 0, processor < MemoryLayout<processor_set>.size * 8 else { return }
    var here = processor_set()
    withUnsafeMutableBytes(of: &here.bits) { $0[Int(processor) / 8] = 1 << (UInt8(processor) % 8) }
    _ = set_processors(thread, &here)
  }

  /// Lets the thread, which calls this, run wherever it could.
  package func letGo() {
    var usual = usual
    _ = set_processors(thread, &usual)
  }
}
