import BrightnessControl
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct IdleVerbTests {
  @Test func `without arguments it dims after five minutes, below all other holds, and fades for a second`() throws {
    let verb = try Self.verb(["idle"])

    #expect(verb.time == .seconds(300))
    #expect(verb.timeOnBattery == nil)
    #expect(!verb.ignoresInhibitors)
    #expect(
      verb.scene
        == SessionsInterface.SceneRequest(
          name: "idle",
          claims: [
            .init(light: "panel", rule: .scaled, percent: 30), .init(light: "keyboard", rule: .exactly, percent: 0),
          ],
          priority: .low,
          onUserChange: .rebase,
          fade: .seconds(1)
        )
    )
  }

  private static func verb(_ words: [String]) throws -> IdleVerb {
    guard case .run(let verb as IdleVerb, _, _) = try Invocation(words) else { throw NotIdle() }
    return verb
  }

  private struct NotIdle: Error {}
}
