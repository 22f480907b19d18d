import ControlAPI
import Testing
import Varlink

@testable import Commands

@Suite struct FailureTests {
  @Test func `who is denied is told who may`() {
    let set = Failure(.service(.permissionDenied), cannot: "set", "panel")
    let cancel = Failure(.service(.permissionDenied), cannot: "cancel", "session 7", mayBeDoneBy: Failure.rootMay)

    #expect(
      set.sentence
        == "cannot set 'panel': permission denied; root, the daemon's group and whoever sits at the machine may"
    )
    #expect(
      cancel.sentence
        == "cannot cancel 'session 7': permission denied; only root may end the sessions of other users"
    )
  }
}
