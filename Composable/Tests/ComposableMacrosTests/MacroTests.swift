import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct MacroTests {
  @Test func `@CasePathable writes a path to each kind of case`() {
    #expect(CasePath<Shelf, Void>(\.closed).matches(.closed))
    #expect(!CasePath<Shelf, Void>(\.closed).matches(.empty))
    #expect(Shelf.count(2)[case: \.count] == 2)
    #expect(Shelf.label(text: "a")[case: \.label] == "a")
    #expect(Shelf.maker { 3 }[case: \.maker]?() == 3)
    #expect(Shelf.default(4)[case: \.default] as? Int == 4)
    #expect(Shelf.conditional(6)[case: \.conditional] == 6)
    #expect(Shelf.inner(.count(5))[case: \.inner.count] == 5)
    #expect(Shelf.inner(.empty)[case: \.inner.count] == nil)
    #expect(Shelf.count(1).is(\.count) && !Shelf.empty.is(\.count))
    #expect(Shelf.count(2).count == 2 && Shelf.empty.count == nil && Shelf.inner(.count(5)).inner?.count == 5)
  }

  @Test func `the payload of a case is changed in place, and a value in another case is reported`() {
    var shelf = Shelf.inner(.count(5))
    shelf.modify(\.inner) { inner in inner.modify(\.count) { $0 += 1 } }
    #expect(shelf.inner?.count == 6)

    let issues = withIssues { _ = shelf.modify(\.count) { $0 += 1 } }

    #expect(issues.map(\.location.fileID) == [#fileID])
    #expect(shelf.inner?.count == 6)
  }

  @Test func `a failure to receive names the case`() {
    let issues = withIssues {
      let store = TestStore(initialState: Screens.State()) { Screens() }
      store.receive(\.path[id: 0].fast.changed)
      store.receive(\.sheet.presented.fast.changed)
    }

    let first = issues.map { $0.message.split(separator: "\n").first }
    #expect(
      first == [
        "Expected to receive an action of the case '.path.element(#0).fast.changed', but nothing came in response.",
        "Expected to receive an action of the case '.sheet.presented.fast.changed', but nothing came in response.",
      ]
    )
  }

  @Test func `the path to a case with several values carries them as a labelled tuple`() {
    let path = CasePath<Shelf, (width: Int, Int)>(\.size)
    let size = path.extract(path.embed((width: 1, 2)))

    #expect(size?.width == 1 && size?.1 == 2)
    #expect(path.extract(.empty) == nil)
  }

  @Test func `@Reducer joins screens on a stack`() {
    let store = TestStore(initialState: Screens.State()) { Screens() }

    store.send(\.path.push, (id: 0, state: .fast(Counter.State()))) { $0.path.append(.fast(Counter.State())) }
    store.send(\.path[id: 0].fast.tapped)
    store.receive(\.path[id: 0].fast.changed, 10) { $0.path[id: 0, case: \.fast]?.count = 10 }
    store.send(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test func `@Reducer joins screens of a presentation`() {
    let store = TestStore(initialState: Screens.State()) { Screens() }

    store.send(\.sheetTapped) { $0.sheet = .fast(Counter.State()) }
    store.send(\.sheet.presented.fast.changed, 2) { $0.sheet[case: \.fast]?.count = 2 }
    store.send(\.sheet.dismiss) { $0.sheet = nil }
  }

  @Test func `a case of presented state is a store of its own`() {
    let executor = SteppedExecutor()
    executor.perform {
      let store = Store(initialState: Screens.State(), executor: executor) { Screens() }
      #expect(store.scope(state: \.sheet?.fast, action: \.sheet.fast) == nil)
      store.send(.sheetTapped)
      let sheet = store.scope(state: \.sheet?.fast, action: \.sheet.fast)
      sheet?.send(.changed(by: 2))
      #expect(sheet?.state.count == 2 && store.state.sheet?.fast?.count == 2)
      #expect(store.scope(state: \.sheet[case: \.counter], action: \.sheet.counter) == nil)
    }
  }

  @Test func `a @Reducer enum may have alerts, which their action removes`() {
    let store = TestStore(initialState: Screens.State()) { Screens() }
    let alert = AlertState(
      "Sure?",
      buttons: [.init("Yes", role: .destructive, action: Answer.yes), .init("No", role: .cancel)]
    )

    store.send(\.alertTapped) {
      $0.sheet = .alert(alert)
      $0.question = alert
    }
    store.send(\.sheet.alert, .yes) { $0.sheet = nil }
    store.send(\.question.presented, .yes) { $0.question = nil }
  }

  @Test func `operators take the names of cases`() {
    var state = Screens.State()
    state.optional = Counter.State()
    let store = TestStore(initialState: state) { Screens() }

    store.send(\.fixed.tapped)
    store.receive(\.fixed.changed) { $0.fixed.count = 1 }
    store.send(\.optional.changed, 3) { $0.optional?.count = 3 }
  }

  @Test func `an endpoint of a @DependencyClient that was left out reports its call`() async {
    let client = WeatherClient(place: "Oslo", calls: 2, unit: "K")

    let issues = await withIssues {
      await #expect(throws: Unimplemented.self) { try await client.degrees("Oslo") }
      client.refresh()
    }

    #expect(
      issues.map { $0.message.split(separator: ",").first } == [
        "Unimplemented: 'WeatherClient.degrees' was called with (\"Oslo\")",
        "Unimplemented: 'WeatherClient.refresh' was called",
      ]
    )
    #expect(client.isCloudy() && client.name == "weather" && client.version == 1)
    #expect(client.calls == 2 && client.unit == "K")
  }
}
