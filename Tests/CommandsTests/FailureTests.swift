import ControlAPI
import Testing
import Varlink

@testable import Commands

@Suite struct FailureTests {
  @Test func `permission denied names those who are allowed`() {
    let set = Failure(.service(.permissionDenied), cannot: "set", "panel")
    let cancel = Failure(.service(.permissionDenied), cannot: "cancel", "session 7", allowed: Failure.onlyRoot)

    #expect(
      set.message
        == "cannot set 'panel': permission denied; allowed for root, the daemon's group and the user of the active session"
    )
    #expect(
      cancel.message
        == "cannot cancel 'session 7': permission denied; only root may end sessions of other users"
    )
  }
}
