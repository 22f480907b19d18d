import BrightnessEventLoop
import CBrightnessLinux
import Glibc
import Synchronization

/// The median of five measurements, after one that does not count.
func medianOfFive(_ measure: () async throws -> Double) async rethrows -> Double {
  _ = try await measure()
  var values: [Double] = []
  for _ in 0..<5 { values.append(try await measure()) }
  return values.sorted()[2]
}

/// The medians of a cost and of what it is compared with. The two alternate, because a machine may
/// change its speed in the middle of a run.
func byTurns(
  _ measure: () async throws -> Double,
  floor measureFloor: () async throws -> Double
) async rethrows -> (cost: Double, floor: Double) {
  // The first round warms up.
  _ = try await measure()
  _ = try await measureFloor()
  var costs: [Double] = []
  var floors: [Double] = []
  for _ in 0..<9 {
    costs.append(try await measure())
    floors.append(try await measureFloor())
  }
  return (quantile(0.5, of: costs), quantile(0.5, of: floors))
}

/// The nanoseconds that `body` takes.
func nanoseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = now()
  try await body()
  return now() - start
}

/// The nanoseconds that each of `count` rounds takes.
func nanosecondsEach(of count: Int, _ body: (Int) -> Void) -> Double {
  let start = now()
  for round in 0..<count { body(round) }
  return (now() - start) / Double(count)
}

/// The processor time of this thread in nanoseconds: all measured code runs on it, and other
/// processes do not count.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Uses a value, so that the compiler cannot remove its computation.
@inline(never)
func consume<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}

/// A counter for closures that may run on any thread.
final class Tally: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() {
    number.add(1, ordering: .relaxed)
  }

  /// Yields until the count has reached the goal.
  func reach(_ goal: Int) async {
    while count < goal { await Task.yield() }
  }
}

/// The resident bytes of this process, after free heap memory was returned to the kernel.
func residentBytes() -> Double {
  malloc_trim(0)
  guard let file = fopen("/proc/self/statm", "r") else { return .nan }
  defer { fclose(file) }
  var total = 0
  var resident = 0
  withUnsafeMutablePointer(to: &total) { total in
    withUnsafeMutablePointer(to: &resident) { resident in
      _ = withVaList([total, resident]) { vfscanf(file, "%ld %ld", $0) }
    }
  }
  return Double(resident * sysconf(Int32(_SC_PAGESIZE)))
}

/// The allocated bytes of the heap.
func heapBytes() -> Double {
  Double(mallinfo2().uordblks)
}

/// The microseconds of wall time between two moments.
func microseconds(_ start: LoopClock.Instant, _ end: LoopClock.Instant) -> Double {
  start.duration(to: end) / .microseconds(1)
}

/// The value that this share of all values does not exceed.
func quantile(_ share: Double, of values: [Double]) -> Double {
  values.sorted()[Int(Double(values.count - 1) * share)]
}
