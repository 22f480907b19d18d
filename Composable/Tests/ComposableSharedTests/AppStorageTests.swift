import ComposableCore
import ComposableTesting
import Foundation
import Testing

@testable import ComposableShared

@Suite(.dependencies) struct AppStorageTests {
  @Test func `a setting of the program without a default is nil until it is set`() {
    let store = TestStore(initialState: Login.State()) { Login() }

    store.send(.loggedIn("abc")) { $0.$userToken.withLock { $0 = "abc" } }
    #expect(store.state.userToken == "abc")
  }

  @Test func `a setting is kept below the user's folder for settings`() {
    #expect(file("token", ["HOME": "/home/ada"]) == "/home/ada/.config/player/token.json")
    #expect(file("token", ["HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc/ada"]) == "/etc/ada/player/token.json")
    #expect(file("token", ["HOME": "/home/ada", "XDG_CONFIG_HOME": "ada"]) == "/home/ada/.config/player/token.json")
  }

  @Test func `the name of a setting is one of a file`() {
    #expect(file("../a%b", ["HOME": "/home/ada"]) == "/home/ada/.config/player/..%2Fa%25b.json")
  }

  @Test func `a setting has a file whose folder is made`() {
    let file = SharedKey<Int>.appStorage("volume").file

    #expect(file?.path.hasSuffix("/volume.json") == true && file?.makesFolder == true)
  }

  @Test func `a folder that is to be made is made before the first write`() async throws {
    let root = NSTemporaryDirectory() + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    var key = SharedKey<String?>.file("\(root)/.config/player/token.json")
    key.file?.makesFolder = true

    let token = withDependencies {
      $0.sharedStorage = .files(delay: .zero)
    } operation: {
      ComposableShared.Shared(key)
    }
    token.withLock { $0 = "abc" }
    try await token.save()

    #expect(try String(contentsOfFile: "\(root)/.config/player/token.json", encoding: .utf8) == "\"abc\"\n")
  }

  private func file(_ name: String, _ environment: [String: String]) -> String {
    settingsFile(named: name, ofProgram: "player") { environment[$0] }
  }
}

private struct Login: Reducer {
  struct State: Equatable {
    @Shared(.appStorage("userToken")) var userToken: String?
  }

  enum Action {
    case loggedIn(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loggedIn(let token): state.$userToken.withLock { $0 = token }
    }
    return .none
  }
}
