/// Where the daemon may decide either way, the light it left tells how it did.
extension World {
  /// One way in which the daemon may have decided: the base level, and which scenes yielded.
  private struct Decision {
    let base: SimulatedLight.Choice
    let yielded: Set<Int>
  }

  /// Whether the light shows what it must after one of the decisions that the daemon may have
  /// taken. Those that it cannot have taken are dropped.
  func decide(_ light: Int) -> Bool {
    let (known, open) = (lights[light], openScenes(on: light))
    let all = ([known.choice] + known.others).flatMap { base in
      Self.subsets(open).map { Decision(base: base, yielded: $0) }
    }
    func levels(_ decision: Decision) -> ClosedRange<Int> {
      Expectation(of: known.with(decision.base), claims(on: light, yielded: decision.yielded)).levels
    }
    let possible = all.filter { known.shows(levels($0)) }
    guard let first = possible.first else {
      let expected = all.map { "\(levels($0)) of \($0.base.raw)" }.joined(separator: " or ")
      fail("\(known.id) shows \(known.shown), not \(expected): claims \(claims(on: light))")
      return false
    }
    let bases = possible.map(\.base)
    lights[light].base = first.base.raw
    lights[light].share = first.base.share
    lights[light].others = known.others.filter { $0 != first.base && bases.contains($0) }
    for appearance in open { settleYield(of: appearance, on: light, possible) }
    return true
  }

  /// The scenes that may have yielded, by the numbers of their appearances.
  private func openScenes(on light: Int) -> [Int] {
    clients.flatMap(\.scenes).filter { $0.mayHaveYielded.contains(light) }.compactMap(\.appearance).sorted()
  }

  private static func subsets(_ open: [Int]) -> [Set<Int>] {
    open.reduce([[]]) { subsets, scene in subsets + subsets.map { $0.union([scene]) } }
  }

  private func settleYield(of appearance: Int, on light: Int, _ possible: [Decision]) {
    let yields = possible.map { $0.yielded.contains(appearance) }
    if yields.contains(true), yields.contains(false) { return }
    for client in clients {
      guard let index = client.scenes.firstIndex(where: { $0.appearance == appearance }) else { continue }
      client.scenes[index].mayHaveYielded.remove(light)
      if yields[0] { client.scenes[index].yielded.insert(light) }
    }
  }
}
