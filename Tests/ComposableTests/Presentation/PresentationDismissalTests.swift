import Composable
import ComposableTesting
import Testing

@Suite struct PresentationDismissalTests {
  let journal = Journal()

  @Test func `a child dismisses itself`() {
    let store = TestStore(initialState: Room.State()) { Room() }

    store.send(.invited(1)) { $0.guest = Guest.State(id: 1) }
    store.send(.guest(.presented(.left)))

    store.receive(.guest(.dismiss)) { $0.guest = nil }
  }

  @Test func `a child that was there from the start dismisses itself`() {
    let store = TestStore(initialState: Room.State(guest: Guest.State(id: 1))) { Room() }

    store.send(.guest(.presented(.left)))

    store.receive(.guest(.dismiss)) { $0.guest = nil }
  }

  @Test func `a child that was restored after a dismissal dismisses itself`() {
    let store = TestStore(initialState: House.State(room: Room.State(guest: Guest.State()))) { House() }

    store.send(.room(.presented(.guest(.presented(.left)))))
    store.receive(.room(.presented(.guest(.dismiss)))) { $0.room?.guest = nil }
    store.send(.opened(Room.State(guest: Guest.State()))) { $0.room?.guest = Guest.State() }
    store.send(.room(.presented(.guest(.presented(.left)))))
    store.receive(.room(.presented(.guest(.dismiss)))) { $0.room?.guest = nil }
  }

  @Test func `a child that dismisses itself ends its effects`() {
    let store = TestStore(initialState: Room.State(guest: Guest.State())) { Room(journal: journal) }

    store.send(.guest(.presented(.settled)))
    store.send(.guest(.presented(.timerStarted)))
    store.send(.guest(.presented(.left)))
    store.receive(.guest(.dismiss)) { $0.guest = nil }
    store.finish()

    #expect(journal.entries == ["+guest 0", "-guest 0"])
    #expect(store.clock.sleepers == 0)
  }

  @Test func `a child that dismisses itself twice leaves once`() {
    let store = TestStore(initialState: Room.State(guest: Guest.State())) { Room() }

    store.send(.guest(.presented(.leftLater)))
    store.send(.guest(.presented(.leftLater)))
    store.clock.advance(by: .seconds(1))

    store.receive(.guest(.dismiss)) { $0.guest = nil }
    store.finish()
  }

  @Test func `a child that was replaced does not dismiss the one that replaced it`() {
    let store = TestStore(initialState: Room.State(guest: Guest.State(id: 1))) { Room() }

    store.send(.guest(.presented(.leftLater)))
    store.send(.invited(2)) { $0.guest = Guest.State(id: 2) }
    store.clock.advance(by: .seconds(1))

    store.finish()
  }

  @Test func `nested, only the innermost is dismissed`() {
    let store = TestStore(initialState: House.State(room: Room.State(guest: Guest.State()))) { House() }

    store.send(.room(.presented(.guest(.presented(.left)))))
    store.receive(.room(.presented(.guest(.dismiss)))) { $0.room?.guest = nil }
    store.send(.room(.presented(.left)))
    store.receive(.room(.dismiss)) { $0.room = nil }
  }

  @Test func `a child with a presented child of its own dismisses both`() {
    let store = TestStore(initialState: House.State(room: Room.State(guest: Guest.State()))) {
      House(journal: journal)
    }

    store.send(.room(.presented(.guest(.presented(.settled)))))
    store.send(.room(.presented(.settled)))
    store.send(.room(.presented(.left)))
    store.receive(.room(.dismiss)) { $0.room = nil }

    #expect(journal.entries == ["+guest 0", "+room 0", "-guest 0", "-room 0"])
  }

  @Test func `a parent dismisses a grandchild, whose effects end`() {
    let store = TestStore(initialState: House.State(room: Room.State(guest: Guest.State()))) {
      House(journal: journal)
    }

    store.send(.room(.presented(.guest(.presented(.settled)))))
    store.send(.room(.presented(.settled)))
    store.send(.room(.presented(.guest(.dismiss)))) { $0.room?.guest = nil }
    #expect(journal.entries == ["+guest 0", "+room 0", "-guest 0"])
    store.send(.room(.dismiss)) { $0.room = nil }

    #expect(journal.entries == ["+guest 0", "+room 0", "-guest 0", "-room 0"])
  }

  @Test func `a test can replace the dismissal`() {
    let store = TestStore(initialState: Room.State(guest: Guest.State())) {
      Room()
    } withDependencies: {
      $0.dismiss = DismissEffect { journal.note("dismissed") }
    }

    store.send(.guest(.presented(.left)))

    #expect(journal.entries == ["dismissed"])
  }

  @Test func `a feature that is tested by itself may dismiss itself, and takes no action then`() {
    let issues = withIssues {
      let store = TestStore(initialState: Guest.State()) { Guest(journal: journal) }
      store.send(.settled)
      store.send(.left)
      store.finish()
      store.send(.counted)
    }

    #expect(journal.entries == ["+guest 0", "-guest 0"])
    #expect(issues.count == 1)
    let fault = "'.counted' was sent to a test store whose feature has dismissed itself."
    #expect(issues.first?.message.hasPrefix(fault) == true)
  }

  @Test func `an effect that was cancelled dismisses nothing`() {
    let store = TestStore(initialState: Guest.State()) { Guest() }

    let task = store.send(.leftLater)
    task.cancel()

    store.send(.counted) { $0.count = 1 }
  }

  @Test func `a dismissal where nothing is presented is reported where it was asked for`() {
    let collected = CollectedIssues()
    let executor = SteppedExecutor()
    let line = #line + 4
    let store = Store(initialState: 0, executor: executor) {
      Reduce<Int, Int> { _, _ in
        @Dependency(\.dismiss) var dismiss
        return .run { [dismiss] _ in await dismiss() }
      }
    } withDependencies: {
      $0.issueReporter = collected.reporter
    }

    executor.perform { _ = store.send(0) }
    executor.drain()

    #expect(collected.issues.map(\.location.line) == [line])
    #expect(
      collected.issues.first?.message == """
        a dismissal was asked for at ComposableTests/PresentationDismissalTests.swift:\(line), where nothing can be dismissed.

        Call "dismiss" in an effect of a feature that is presented with "ifLet" or pushed on a stack with "forEach". Ask "isPresented" where a \
        feature is used both ways.
        """
    )
  }
}
