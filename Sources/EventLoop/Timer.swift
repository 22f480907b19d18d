import CLinux
import Glibc

/// Identifies a deadline that was set, to cancel it by.
public struct Timer: Hashable, Sendable {
  let slot: Int
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
    _ = withState { $0.timers.take(timer) }
  }

  /// Number of pending timers.
  public var timerCount: Int { withState { $0.timers.count } }
}

/// All timers in a binary heap, the earliest on top. Each knows its index, so that a cancelled timer is removed at once.
struct TimerHeap: Sendable {
  typealias Callback = @Sendable () -> Void

  private struct Node: Sendable {
    let deadline: LoopClock.Instant
    let timer: Timer

    func isBefore(_ other: Node) -> Bool {
      deadline == other.deadline ? timer.sequence < other.timer.sequence : deadline < other.deadline
    }
  }

  private struct Slot: Sendable {
    var sequence: UInt64 = 0
    /// Index in the heap; nil once the timer is due.
    var index: Int?
    var callback: Callback?
  }

  private var nodes: [Node] = []
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var nextSequence: UInt64 = 1

  /// Number of timers that have neither fired nor been cancelled.
  var count: Int { slots.count - freeSlots.count }

  var earliest: LoopClock.Instant? { nodes.first?.deadline }

  mutating func insert(_ deadline: LoopClock.Instant, _ callback: @escaping Callback) -> Timer {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    let timer = Timer(slot: slot, sequence: nextSequence)
    nextSequence += 1
    slots[slot] = Slot(sequence: timer.sequence, index: nodes.count, callback: callback)
    nodes.append(Node(deadline: deadline, timer: timer))
    siftUp(nodes.count - 1)
    return timer
  }

  /// Takes due timers out of the heap, in order. Each stays cancellable until `take`.
  mutating func popDue(at now: LoopClock.Instant, limit: Int) -> [Timer] {
    var due: [Timer] = []
    while due.count < limit, let node = nodes.first, node.deadline <= now {
      slots[node.timer.slot].index = nil
      removeNode(at: 0)
      due.append(node.timer)
    }
    return due
  }

  /// Removes a timer and returns its callback; nil if it has fired or was cancelled.
  mutating func take(_ timer: Timer) -> Callback? {
    guard timer.slot < slots.count, slots[timer.slot].sequence == timer.sequence else { return nil }
    if let index = slots[timer.slot].index { removeNode(at: index) }
    let callback = slots[timer.slot].callback
    slots[timer.slot] = Slot()
    freeSlots.append(timer.slot)
    return callback
  }
}

extension TimerHeap {
  private mutating func removeNode(at index: Int) {
    let last = nodes.removeLast()
    guard index < nodes.count else { return }
    nodes[index] = last
    siftDown(index)
    siftUp(index)
  }

  private mutating func siftUp(_ start: Int) {
    let node = nodes[start]
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard node.isBefore(nodes[parent]) else { break }
      put(nodes[parent], at: index)
      index = parent
    }
    put(node, at: index)
  }

  private mutating func siftDown(_ start: Int) {
    let node = nodes[start]
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < nodes.count else { break }
      if child + 1 < nodes.count, nodes[child + 1].isBefore(nodes[child]) { child += 1 }
      guard nodes[child].isBefore(node) else { break }
      put(nodes[child], at: index)
      index = child
    }
    put(node, at: index)
  }

  private mutating func put(_ node: Node, at index: Int) {
    nodes[index] = node
    slots[node.timer.slot].index = index
  }
}

/// The one timerfd behind all timers of a loop, on the clock that keeps counting in suspend.
struct KernelTimer: ~Copyable, Sendable {
  let descriptor: Descriptor
  private var armed: LoopClock.Instant?
  /// Number of system calls made to set it.
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
