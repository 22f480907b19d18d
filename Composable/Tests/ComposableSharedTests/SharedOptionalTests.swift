import ComposableCore
import ComposableTesting
import Testing

@testable import ComposableShared

@Suite(.dependencies) struct SharedOptionalTests {
  @Test func `a shared optional is read as it was made and changed`() {
    @Shared(.inMemory("token")) var token = "first" as String?
    #expect(token == "first")

    $token.withLock { $0 = "second" }
    #expect(token == "second")

    $token.withLock { $0 = nil }
    #expect(token == nil)
  }

  @Test func `a shared optional without a default is nil`() {
    @Shared(.inMemory("token")) var token: String?
    @SharedReader(.inMemory("token")) var reader: String?
    #expect(token == nil)

    $token.withLock { $0 = "first" }

    #expect(reader == "first")
  }

  @Test(arguments: [nil, "first"]) func `a shared optional is kept in a file, also when it is nil`(token: String?)
    throws
  {
    let coder = SharedCoder<String?>.json

    #expect(try coder.decode(try coder.encode(token)) == token)
  }

  @Test func `a test states each change of a shared optional`() {
    let store = TestStore(initialState: Login.State()) { Login() }

    store.send(.loggedIn("Ada")) { $0.$user.withLock { $0 = "Ada" } }
    store.send(.greeted) { $0.greeting = "Hello, Ada" }
    store.send(.loggedOut) { state in
      #expect(state.user == "Ada")
      state.$user.withLock { $0 = nil }
      #expect(state.user == nil)
    }
    store.send(.greeted) { $0.greeting = "Hello" }
  }

  @Test func `a change to nil that a test does not state is a failure`() {
    let issues = withIssues {
      let store = TestStore(initialState: Login.State()) { Login() }
      store.send(.loggedIn("Ada")) { $0.$user.withLock { $0 = "Ada" } }
      store.send(.loggedOut)
    }

    #expect(issues.map { $0.message.prefix(47) } == ["The state changed after sending '.loggedOut', b"])
  }
}

private struct Login: Reducer {
  struct State: Equatable, Sendable {
    @Shared(.inMemory("user")) var user: String?
    var greeting = ""
  }

  enum Action: Equatable, Sendable {
    case loggedIn(String), loggedOut, greeted
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loggedIn(let name): state.$user.withLock { $0 = name }
    case .loggedOut: state.$user.withLock { $0 = nil }
    case .greeted: state.greeting = state.user.map { "Hello, \($0)" } ?? "Hello"
    }
    return .none
  }
}
