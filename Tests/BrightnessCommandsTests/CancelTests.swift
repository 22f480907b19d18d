import BrightnessControl
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct CancelTests {
  @Test func `a hold is named by its session or by a name that one session uses`() throws {
    #expect(try CancelVerb.session(of: "film", among: [.film]) == 7)
    #expect(try CancelVerb.session(of: "12", among: [.film]) == 12)
  }

  @Test(
    arguments: [
      ("ticket", 1, .noSuchHold, "cannot cancel 'ticket': there is no hold of this name; known: film"),
      (
        "ticket", 0, .noSuchHold,
        "cannot cancel 'ticket': there is no hold of this name; there are no holds with a name"
      ),
      (
        "all", 1, .noSuchHold,
        "cannot cancel 'all': there is no hold of this name; `brightness reset` ends all your holds"
      ),
      ("-7", 1, .noSuchHold, "cannot cancel '-7': there is no hold of this name; known: film"),
      ("film", 2, .ambiguousHold, "cannot cancel 'film': several sessions use this name; name one of 7, 8"),
    ] as [(String, Int, Failure.Code, String)]
  )
  func `a name that is not one session's ends nothing`(name: String, count: Int, code: Failure.Code, message: String) {
    let sessions = (0..<count).map { offset in Session.film.with { $0.id += offset } }

    let failure = #expect(throws: Failure.self) { try CancelVerb.session(of: name, among: sessions) }

    #expect(failure?.message == message)
    #expect(failure?.code == code)
    #expect(failure?.status == .failed)
  }
}
