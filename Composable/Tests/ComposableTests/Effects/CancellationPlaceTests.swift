@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct CancellationPlaceTests {
  let journal = Journal()
  let store = FamilyStore(
    Family.State(
      child: Family.Member.State(id: 0, grandchild: Family.Junior.State()),
      rows: [Family.Member.State(id: 1), Family.Member.State(id: 2)]
    )
  )

  init() {
    store.send(.begin(.holding("parent", journal).cancellable(id: "a")))
    store.send(.child(.begin(.holding("child", journal).cancellable(id: "a"))))
    store.send(.child(.grandchild(.begin(.holding("grandchild", journal).cancellable(id: "a")))))
    store.send(.row(1, .holding("first row", journal).cancellable(id: "a")))
    store.send(.row(2, .holding("second row", journal).cancellable(id: "a")))
  }

  private var ended: [String] { journal.entries.filter { $0.hasPrefix("-") } }

  @Test func `a cancel from above ends what bears the name at every place below`() {
    store.send(.begin(.cancel(id: "a")))

    #expect(ended == ["-parent", "-child", "-grandchild", "-first row", "-second row"])
    #expect(store.traces == .none)
  }

  @Test func `a cancel from a child ends its own and its children's, no sibling's and no parent's`() {
    store.send(.child(.begin(.cancel(id: "a"))))

    #expect(ended == ["-child", "-grandchild"])
    #expect(store.traces == Traces(effects: 3, sends: 3, names: 3, places: 1))
  }

  @Test func `a cancel from a grandchild ends its own`() {
    store.send(.child(.grandchild(.begin(.cancel(id: "a")))))

    #expect(ended == ["-grandchild"])
  }

  @Test func `a cancel from a row ends its own`() {
    store.send(.row(2, .cancel(id: "a")))

    #expect(ended == ["-second row"])
  }

  @Test func `cancelInFlight in a child spares its parent and its siblings`() {
    store.send(.row(1, .holding("again", journal).cancellable(id: "a", cancelInFlight: true)))

    #expect(ended == ["-first row"])
  }

  @Test func `a cancel from inside an effect counts at the effect's place`() {
    store.send(.row(1, .run { _ in await Task.cancel(id: "a") }))

    #expect(ended == ["-first row"])
  }

  @Test func `a store without effects has no place, whatever its children were`() {
    store.send(.begin(.cancel(id: "a")))
    for row in 1...2 {
      store.send(.row(row, .after(1, .value(row)).cancellable(id: "a")))
      store.clock.advance(by: .seconds(1))
    }

    #expect(store.state.rows.map(\.values) == [[1], [2]])
    #expect(store.traces == .none)
  }

  @Test func `named work in an effect is found from its place and from above`() {
    let work: Effect<Family.Member.Action> = .run { [journal] _ in
      await #expect(throws: CancellationError.self) {
        try await withTaskCancellation(id: "work") { try await forever(Send<Int> { _ in }) }
      }
      journal.note("-work")
    }
    store.send(.row(1, work))
    store.send(.row(2, .cancel(id: "work")))
    let afterSibling = ended

    store.send(.begin(.cancel(id: "work")))

    #expect(afterSibling == [])
    #expect(ended == ["-work"])
  }
}
