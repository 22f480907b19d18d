import ControlAPI
import Testing

@testable import Commands

@Suite struct SessionsTableTests {
  @Test func `each scene is a line with who, since when, what and why`() {
    #expect(
      lines([.film], on: .file) == [
        "SESSION  WHO          AGE  SCENE  CLAIMS       STATE     LEFT  REASON",
        "      7  mpv (4711)  1h1m  film   at most 30%  deciding   10m  the evening",
      ]
    )
  }

  @Test func `of another user's session only the user is known`() {
    var session = Session.film
    session.pid = nil
    session.scenes[0].name = nil
    session.scenes[0].reason = nil

    #expect(
      lines([session], on: .file) == [
        "SESSION  WHO         AGE  CLAIMS       STATE     LEFT",
        "      7  user 1000  1h1m  at most 30%  deciding   10m",
      ]
    )
  }

  @Test func `a scene whose user is not at the seat is suspended`() {
    var session = Session.film
    session.suspended = true
    session.scenes[0].deciding = false

    #expect(
      lines([session], on: .file).last == "      7  mpv (4711)  1h1m  film   at most 30%  suspended   10m  the evening"
    )
  }

  @Test(arguments: 1...100)
  func `no line is wider than the terminal`(columns: Int) {
    #expect(lines([.film], on: .terminal(columns)).allSatisfy { $0.columns <= columns })
  }

  @Test func `a session without scenes is not shown`() {
    #expect(SessionsVerb.table([Session(id: 1, uid: 0, age: .zero, scenes: [])], { _ in nil }).rows.isEmpty)
  }

  @Test(arguments: [
    (SessionsInterface.Claim(rule: .exactly, percent: 100), "100%"),
    (.init(light: "panel", rule: .atLeast, percent: 60), "at least 60% on panel"),
    (.init(rule: .scaled, percent: 50), "scaled to 50%"),
  ])
  func `a claim is said as people say it`(claim: SessionsInterface.Claim, text: String) {
    #expect(claim.inWords == text)
  }

  private func lines(_ sessions: [Session], on screen: Screen) -> [String] {
    SessionsVerb.table(sessions) { $0 == 4711 ? "mpv" : nil }.lines(on: screen)
  }
}
