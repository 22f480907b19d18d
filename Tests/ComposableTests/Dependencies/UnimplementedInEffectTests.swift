import Composable
import ComposableTesting
import Testing

@Suite struct UnimplementedInEffectTests {
  @Test func `an unimplemented endpoint in an effect is one issue, which names the effect's action`() {
    let issues = withIssues {
      let store = TestStore(initialState: 0) { Loader() }
      store.send(.loadTapped)
    }

    #expect(
      issues.map { $0.message.split(separator: "\n").first } == [
        "Unimplemented: 'Client.load' was called with (3) by an effect of '.loadTapped', but nothing says what it does here."
      ]
    )
  }

  @Test(.dependencies) func `an unimplemented endpoint in forgotten work is one issue`() async {
    let issues = await withIssues {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget { _ = try await Loader().load(3) }
    }

    #expect(issues.count == 1)
  }
}

private struct Loader: Reducer {
  enum Action: Equatable, Sendable { case loadTapped }

  var load: @Sendable (Int) async throws -> String = unimplemented("Client.load")

  func reduce(into state: inout Int, action: Action) -> Effect<Action> { .run { _ in _ = try await load(3) } }
}
