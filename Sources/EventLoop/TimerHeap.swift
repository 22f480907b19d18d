/// A deadline that something waits for; it stays a valid, silent name when it has passed or was cancelled.
public struct Timer: Hashable, Sendable {
  let slot: Int
  /// How many timers were set before; of two with one deadline the older comes first.
  let sequence: UInt64
}

/// All timers, the earliest on top; each knows its place, so that a cancelled one is gone at once.
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
    /// Where the timer stands in the heap; nil once it is due.
    var place: Int?
    var callback: Callback?
  }

  private var nodes: [Node] = []
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var nextSequence: UInt64 = 1

  /// How many timers are neither fired nor cancelled.
  var count: Int { slots.count - freeSlots.count }

  var earliest: LoopClock.Instant? { nodes.first?.deadline }

  mutating func insert(_ deadline: LoopClock.Instant, _ callback: @escaping Callback) -> Timer {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot()) }
    let timer = Timer(slot: slot, sequence: nextSequence)
    nextSequence += 1
    slots[slot] = Slot(sequence: timer.sequence, place: nodes.count, callback: callback)
    nodes.append(Node(deadline: deadline, timer: timer))
    siftUp(nodes.count - 1)
    return timer
  }

  /// Takes timers whose time has come out of the heap, in their order; each still waits for `take`.
  mutating func popDue(at now: LoopClock.Instant, limit: Int, into due: inout [Timer]) {
    while due.count < limit, let node = nodes.first, node.deadline <= now {
      slots[node.timer.slot].place = nil
      removeNode(at: 0)
      due.append(node.timer)
    }
  }

  /// Removes a timer and returns its callback; nil if it has fired or was cancelled.
  mutating func take(_ timer: Timer) -> Callback? {
    guard timer.slot < slots.count, slots[timer.slot].sequence == timer.sequence else { return nil }
    if let place = slots[timer.slot].place { removeNode(at: place) }
    let callback = slots[timer.slot].callback
    slots[timer.slot] = Slot()
    freeSlots.append(timer.slot)
    return callback
  }
}

extension TimerHeap {
  private mutating func removeNode(at place: Int) {
    let last = nodes.removeLast()
    guard place < nodes.count else { return }
    nodes[place] = last
    siftDown(place)
    siftUp(place)
  }

  private mutating func siftUp(_ start: Int) {
    let node = nodes[start]
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      guard node.isBefore(nodes[parent]) else { break }
      put(nodes[parent], at: place)
      place = parent
    }
    put(node, at: place)
  }

  private mutating func siftDown(_ start: Int) {
    let node = nodes[start]
    var place = start
    while true {
      var child = 2 * place + 1
      guard child < nodes.count else { break }
      if child + 1 < nodes.count, nodes[child + 1].isBefore(nodes[child]) { child += 1 }
      guard nodes[child].isBefore(node) else { break }
      put(nodes[child], at: place)
      place = child
    }
    put(node, at: place)
  }

  private mutating func put(_ node: Node, at place: Int) {
    nodes[place] = node
    slots[node.timer.slot].place = place
  }
}
