import CLinux
import Glibc

/// Runs `body` on one processor, and so all programs that it starts: between two, a wake-up costs several times as much, and who
/// gets which is the scheduler's whim.
func onOneProcessor<Value>(_ body: () throws -> Value) rethrows -> Value {
  var all = processor_set()
  get_processors(0, &all)
  var one = processor_set()
  let processor = Int(sched_getcpu())
  withUnsafeMutableBytes(of: &one) { $0[processor / 8] = 1 << (processor % 8) }
  set_processors(0, &one)
  defer { set_processors(0, &all) }
  return try body()
}
