@testable import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct EffectPlaceTests {
  let journal = Journal()

  @Test func `a hold that replaces the only effect of a child ends with the child`() {
    let store = FamilyStore(Family.State(child: Family.Member.State(id: 1)))
    store.send(.child(.begin(.holding("old", journal).cancellable(id: "h", cancelInFlight: true))))
    store.send(.child(.begin(.holding("new", journal).cancellable(id: "h", cancelInFlight: true))))

    store.send(.change { $0.child = nil })

    #expect(journal.entries == ["+old", "-old", "+new", "-new"])
    #expect(store.traces == .none)
  }

  @Test func `a hold that comes after a cancel of the only effect of a child ends with the child`() {
    let store = FamilyStore(Family.State(child: Family.Member.State(id: 1)))
    store.send(.child(.begin(.holding("old", journal).cancellable(id: "h"))))
    store.send(.child(.begin(.merge(.cancel(id: "h"), .holding("new", journal)))))

    store.send(.change { $0.child = nil })

    #expect(journal.entries == ["+old", "-old", "+new", "-new"])
    #expect(store.traces == .none)
  }

  @Test func `a child that only sends leaves no place behind`() {
    let store = FamilyStore(Family.State(child: Family.Member.State(id: 1)))

    store.send(.child(.begin(.send(.value(1)))))

    #expect(store.state.child?.values == [1])
    #expect(store.traces == .none)
  }
}
