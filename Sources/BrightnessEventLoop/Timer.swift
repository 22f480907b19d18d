import CBrightnessLinux
import Glibc

/// Identifies a timer, so that it can be cancelled.
public struct Timer: Hashable, Sendable {
  /// Number of timers set before; of two with the same deadline the older fires first.
  let sequence: UInt64
}

extension EventLoop {
  /// Calls `callback` on the loop after the deadline, unless cancelled.
  @discardableResult
  public func at(_ deadline: LoopClock.Instant, _ callback: @escaping @Sendable () -> Void) -> Timer {
    withState { $0.timers.insert(deadline, callback) }
  }

  /// Calls `callback` on the loop after `duration`, unless cancelled.
  @discardableResult
  public func after(_ duration: Duration, _ callback: @escaping @Sendable () -> Void) -> Timer {
    at(.now.advanced(by: duration), callback)
  }

  /// Cancels a timer at once; without effect if it has fired or was cancelled.
  public func cancel(_ timer: Timer) {
    _ = withState { $0.timers.remove(timer) }
  }

  public var timerCount: Int { withState { $0.timers.count } }
}

/// All timers in a binary heap, the earliest on top. A cancelled timer stays until it reaches the
/// top.
struct TimerHeap: Sendable {
  typealias Callback = @Sendable () -> Void

  private var nodes: [(deadline: LoopClock.Instant, sequence: UInt64)] = []
  /// Timers that have neither fired nor been cancelled.
  private var callbacks: [Timer: Callback] = [:]
  private var lastSequence: UInt64 = 0

  var count: Int { callbacks.count }

  var earliest: LoopClock.Instant? { nodes.first?.deadline }

  mutating func insert(_ deadline: LoopClock.Instant, _ callback: @escaping Callback) -> Timer {
    lastSequence += 1
    let timer = Timer(sequence: lastSequence)
    callbacks[timer] = callback
    nodes.append((deadline, lastSequence))
    siftUp()
    return timer
  }

  /// Takes due timers out of the heap, in order. Each stays cancellable until `remove`.
  mutating func popDue(at now: @autoclosure () -> LoopClock.Instant, limit: Int) -> [Timer] {
    if nodes.isEmpty { return [] }
    let now = now()
    var due: [Timer] = []
    while due.count < limit, let node = nodes.first, node.deadline <= now {
      removeFirst()
      due.append(Timer(sequence: node.sequence))
      removeCancelled()
    }
    return due
  }

  /// Removes a timer and returns its callback; nil if it has fired or was cancelled.
  mutating func remove(_ timer: Timer) -> Callback? {
    defer { removeCancelled() }
    return callbacks.removeValue(forKey: timer)
  }

  /// Removes cancelled timers from the top, so that none wakes the loop. Removes all of them once
  /// they are more than half of the heap, so that far deadlines do not fill the memory.
  private mutating func removeCancelled() {
    while let first = nodes.first, callbacks[Timer(sequence: first.sequence)] == nil { removeFirst() }
    guard nodes.count > 2 * callbacks.count + 64 else { return }
    nodes.removeAll { callbacks[Timer(sequence: $0.sequence)] == nil }
    // A sorted array is a heap.
    nodes.sort { $0 < $1 }
  }

  private mutating func removeFirst() {
    nodes.swapAt(0, nodes.count - 1)
    nodes.removeLast()
    siftDown()
  }

  private mutating func siftUp() {
    var index = nodes.count - 1
    while index > 0, nodes[index] < nodes[(index - 1) / 2] {
      nodes.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < nodes.count else { return }
      if child + 1 < nodes.count, nodes[child + 1] < nodes[child] { child += 1 }
      guard nodes[child] < nodes[index] else { return }
      nodes.swapAt(index, child)
      index = child
    }
  }
}

/// The one timerfd behind all timers of a loop, on the clock that keeps counting in suspend.
struct KernelTimer: ~Copyable, Sendable {
  let descriptor: Descriptor
  private var armed: LoopClock.Instant?
  private(set) var armingCount = 0

  init() throws(SystemError) {
    let number = try systemCall("create", "timer") { timerfd_create(CLOCK_BOOTTIME, CInt(TFD_CLOEXEC | TFD_NONBLOCK)) }
    descriptor = Descriptor(owning: number)
  }

  /// Sets the timer, with a system call only if the deadline is a new one.
  mutating func arm(for deadline: LoopClock.Instant?) {
    guard deadline != armed else { return }
    armed = deadline
    armingCount += 1
    var setting = itimerspec()
    if let deadline {
      setting.it_value.tv_sec = time_t(deadline.nanoseconds / 1_000_000_000)
      setting.it_value.tv_nsec = CLong(deadline.nanoseconds % 1_000_000_000)
    }
    mustSucceed { () throws(SystemError) in
      try systemCall("set", "timer") { timerfd_settime(descriptor.number, CInt(TFD_TIMER_ABSTIME), &setting, nil) }
    }
  }

  /// Notes that the kernel's timer has fired and is unset.
  mutating func expired() {
    armed = nil
  }
}
