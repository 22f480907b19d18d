import ComposableTesting
import Testing

@testable import ComposableCore

@Suite struct MovedStateTests {
  @Test(arguments: Delivery.Way.allCases)
  fileprivate func `no operator copies what its child owns, nor does comparing the children that have effects`(
    on way: Delivery.Way
  ) {
    let cargo = SteppedStore<Cargo.State, Delivery>(.full) { Cargo(holds: HoldLedger()) }

    for _ in 1...3 { cargo.send(Delivery(way: way, action: .loaded)) }
    for each in Delivery.Way.allCases { cargo.send(Delivery(way: each, action: .held)) }
    for _ in 1...3 { cargo.send(Delivery(way: way, action: .loaded)) }

    // One of them when the store was made.
    #expect(way.box(in: cargo.state).value == 7)
    #expect(way.box(in: cargo.state).copies == 0)
  }

  @Test func `deriving effects copies nothing`() {
    let cargo = SteppedStore<Cargo.State, Delivery>(.full) { Cargo(holds: HoldLedger()) }
    cargo.executor.drain()

    for way in Delivery.Way.allCases {
      #expect(way.box(in: cargo.state).value == 1, "\(way)")
      #expect(way.box(in: cargo.state).copies == 0, "\(way)")
    }
  }

  @Test func `an observer that keeps nothing causes no copy`() {
    let cargo = SteppedStore<Cargo.State, Delivery>(.full) { Cargo(holds: HoldLedger()) }
    let observation = cargo.executor.perform { cargo.store.observe { _ in } }

    for _ in 1...3 { cargo.send(Delivery(way: .scope, action: .loaded)) }

    #expect(Delivery.Way.scope.box(in: cargo.state).copies == 0)
    withExtendedLifetime(observation) {}
  }

  @Test func `a kept snapshot causes one copy`() {
    let cargo = SteppedStore<Cargo.State, Delivery>(.full) { Cargo(holds: HoldLedger()) }
    let snapshot = cargo.state

    for _ in 1...3 { cargo.send(Delivery(way: .scope, action: .loaded)) }

    #expect(Delivery.Way.scope.box(in: cargo.state).copies == 1)
    #expect(Delivery.Way.scope.box(in: snapshot).value == 0)
  }
}
