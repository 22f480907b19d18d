import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

@Suite struct UnimplementedTests {
  @Test func `a call is an issue with its arguments, and answers with the placeholder`() {
    let client = Client()

    let issues = withIssues { #expect(client.load(3, "page") == ["blank"]) }

    #expect(
      issues.map(\.message) == [
        """
        Unimplemented: 'Client.load' was called with (3, "page"), but nothing says what it does here.
        Override it where the test begins, 'withDependencies { $0.… = … }', or on the store that the test makes.
        """
      ]
    )
    #expect(issues.map(\.location.fileID) == [#fileID])
  }

  @Test func `an endpoint without an answer needs no placeholder`() {
    let client = Client()

    let issues = withIssues { client.ring() }

    #expect(issues.count == 1)
  }

  @Test func `an endpoint that may throw throws`() {
    let client = Client()

    let issues = withIssues {
      let error = #expect(throws: Unimplemented.self) { try client.count("a") }
      #expect(error?.description == "cannot call 'Client.count': it is unimplemented")
    }

    #expect(issues.count == 1)
  }

  @Test func `an asynchronous endpoint throws or answers`() async {
    let client = Client()

    let issues = await withIssues {
      await #expect(throws: Unimplemented.self) { try await client.fetch() }
      #expect(await client.wait(1) == 0)
      await #expect(throws: Unimplemented.self) { try await client.store(1) }
    }

    #expect(issues.count == 3)
  }

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

private struct Client: Sendable {
  var load: @Sendable (Int, String) -> [String] = unimplemented("Client.load", placeholder: ["blank"])
  var ring: @Sendable () -> Void = unimplemented("Client.ring")
  var count: @Sendable (String) throws -> Int = unimplemented("Client.count")
  var fetch: @Sendable () async throws -> String = unimplemented("Client.fetch")
  var wait: @Sendable (Int) async -> Int = unimplemented("Client.wait", placeholder: 0)
  var store: @Sendable (Int) async throws -> Void = unimplemented("Client.store")
}

private struct Loader: Reducer {
  enum Action: Equatable, Sendable { case loadTapped }

  var load: @Sendable (Int) async throws -> String = unimplemented("Client.load")

  func reduce(into state: inout Int, action: Action) -> Effect<Action> { .run { _ in _ = try await load(3) } }
}
