/// The claims of one priority on one light, in the order of their places, and what they do together.
///
/// The claims lie in slots. Above the slots stands a binary tree in an array, in which each node is what the slots below it do
/// together. A change of one slot changes the nodes above it, and stops where one stays as it is. A claim that does not count
/// keeps its slot, so that counting again costs no more.
struct ClaimLane: Sendable {
  struct Slot: Hashable, Sendable {
    var claim: ClaimInForce
    var counts: Bool
  }

  /// Sorted by place; those of removed claims are kept until there are too many.
  private var slots: [Slot?] = []
  private var places: [ClaimInForce.Place] = []
  /// The root is at 1, the children of `n` are at `2n` and `2n + 1`, and the slots are the leaves.
  private var nodes: [ScaledClamp] = []
  private(set) var count = 0

  private var capacity: Int { nodes.count / 2 }

  var claims: [Slot] { slots.compactMap(\.self) }

  struct Answer {
    let share: Fraction
    let decider: ClaimOwner?
  }

  /// What all claims do to a share, and who is the last that moved it.
  func callAsFunction(_ before: Answer) -> Answer {
    guard count > 0 else { return before }
    let (share, source) = nodes[1](before.share)
    return Answer(
      share: share,
      decider: source == ScaledClamp.untouched ? before.decider : slots[Int(source)]?.claim.owner
    )
  }

  subscript(place: ClaimInForce.Place) -> Slot? {
    let index = firstIndex(notBefore: place)
    return index < places.count && places[index] == place ? slots[index] : nil
  }

  /// Puts a claim at its place, in the stead of one that is there.
  mutating func put(_ claim: ClaimInForce, counts: Bool) {
    let slot = Slot(claim: claim, counts: counts)
    let index = firstIndex(notBefore: claim.place)
    if index == places.count, index < capacity {
      places.append(claim.place)
      slots.append(nil)
      fill(index, with: slot)
    } else if index < places.count, places[index] == claim.place || slots[index] == nil {
      fill(index, with: slot)
    } else if index > 0, index <= places.count, slots[index - 1] == nil {
      fill(index - 1, with: slot)
    } else {
      places.insert(claim.place, at: index)
      slots.insert(slot, at: index)
      rebuild()
    }
  }

  mutating func remove(_ place: ClaimInForce.Place) {
    let index = firstIndex(notBefore: place)
    guard index < places.count, places[index] == place, slots[index] != nil else { return }
    slots[index] = nil
    count -= 1
    setLeaf(index, to: .identity)
    if count == 0 { self = ClaimLane() }
  }

  private mutating func fill(_ index: Int, with slot: Slot) {
    if slots[index] == nil { count += 1 }
    places[index] = slot.claim.place
    slots[index] = slot
    setLeaf(index, to: leaf(index))
  }

  private func leaf(_ index: Int) -> ScaledClamp {
    guard let slot = slots[index], slot.counts else { return .identity }
    return ScaledClamp(slot.claim.wish, source: ScaledClamp.Source(index))
  }

  private mutating func setLeaf(_ index: Int, to leaf: ScaledClamp) {
    var node = capacity + index
    nodes[node] = leaf
    while node > 1 {
      node /= 2
      let both = nodes[2 * node].then(nodes[2 * node + 1])
      if nodes[node] == both { return }
      nodes[node] = both
    }
  }

  private func firstIndex(notBefore place: ClaimInForce.Place) -> Int {
    guard let last = places.last, place <= last else { return places.count }
    var (low, high) = (0, places.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Closes the gaps and makes room for half as many claims again, so that the next time is that far away.
  private mutating func rebuild() {
    slots.removeAll { $0 == nil }
    places = slots.compactMap { $0?.claim.place }
    count = slots.count
    let room = max(16, count + count / 2)
    let capacity = 1 << (Int.bitWidth - (room - 1).leadingZeroBitCount)
    nodes = Array(repeating: .identity, count: 2 * capacity)
    for index in slots.indices { nodes[capacity + index] = leaf(index) }
    for node in (1..<capacity).reversed() { nodes[node] = nodes[2 * node].then(nodes[2 * node + 1]) }
  }
}

extension ClaimLane: Equatable {
  /// Whether the claims are the same, whatever came between.
  static func == (left: ClaimLane, right: ClaimLane) -> Bool { left.claims == right.claims }
}
