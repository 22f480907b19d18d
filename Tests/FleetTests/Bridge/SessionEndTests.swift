import BrightnessModel
import Testing

@testable import Fleet

@Suite struct SessionEndTests {
  private let harness: FleetHarness

  init() throws { harness = try FleetHarness() }

  @Test func `a goodbye ends all holds of its session at once, and no other`() {
    harness.document(10, of: "guard/1", to: "all")
    harness.document(20, of: "guard/1", to: "lobby")
    harness.document(30, of: "guard/2", to: "all")
    harness.end("guard/1")

    #expect(harness.held == [30])
  }

  @Test func `a document that comes after the end of its session is refused for two minutes`() {
    harness.document(40)
    harness.end()
    harness.wait(.milliseconds(119_999))
    harness.document(40)
    #expect(harness.held == [])
    #expect(harness.state.refusals == [.ended: 1])

    harness.wait(.milliseconds(1))
    harness.document(40)

    #expect(harness.held == [40])
  }

  @Test(arguments: ["ended", "lost"]) func `an end that comes before its document counts`(payload: String) {
    harness.end("guard/1", payload)
    harness.document(40)

    #expect(harness.held == [])
  }

  @Test func `a lost session ends after the grace of its document`() {
    harness.document(40) { $0.grace = .milliseconds(250) }
    harness.end("guard/1", "lost")
    harness.wait(.milliseconds(249))
    #expect(harness.held == [40])

    harness.wait(.milliseconds(1))

    #expect(harness.held == [])
    harness.document(40)
    #expect(harness.held == [])
  }

  @Test func `a lost session without a grace ends at once`() {
    harness.document(40) { $0.grace = .zero }
    harness.end("guard/1", "lost")

    #expect(harness.held == [])
  }

  @Test func `a loss that is reported twice does not begin the grace again`() {
    harness.document(40)
    harness.end("guard/1", "lost")
    harness.wait(.milliseconds(200))
    harness.end("guard/1", "lost")
    harness.wait(.milliseconds(50))

    #expect(harness.held == [])
  }

  @Test func `neither document nor broker revives a session after its grace`() {
    harness.document(40)
    harness.end("guard/1", "lost")
    harness.document(40)
    harness.wait(.milliseconds(250))
    harness.send(.disconnected)

    #expect(harness.held == [])
  }

  @Test func `the end of the broker's connection within the grace leaves the hold to its lease`() {
    harness.send(.connected)
    harness.document(40)
    harness.end("guard/1", "lost")
    harness.wait(.milliseconds(249))
    harness.send(.disconnected)
    harness.wait(.milliseconds(59_750))
    #expect(harness.held == [40])

    harness.wait(.milliseconds(1))

    #expect(harness.held == [])
  }

  @Test func `another payload ends nothing`() {
    harness.document(40)
    harness.end("guard/1", "online")
    harness.end("guard/1", "")

    #expect(harness.held == [40])
    #expect(harness.state.refusals == [.invalid: 2])
  }

  @Test func `a new session takes the connections of the one that it replaces over`() {
    harness.document(10, to: "all")
    harness.document(20, to: "lobby")
    _ = harness.takeSteps()
    harness.document(10, of: "guard/2", to: "all") { $0.replaces = name("1") }
    #expect(harness.takeSteps() == [])

    harness.end("guard/1", "lost")
    harness.wait(.seconds(59))

    #expect(harness.takeSteps() == [])
    harness.end("guard/2")
    #expect(harness.takeSteps() == [.close(2), .close(4)])
  }

  @Test func `a late document of a session that was replaced is refused`() {
    harness.document(10)
    harness.document(10, of: "guard/2") { $0.replaces = name("1") }
    harness.document(10)

    #expect(harness.held == [10])
    #expect(harness.state.refusals == [.ended: 1])
  }

  @Test func `a loss that was reported before its session was replaced ends nothing`() {
    harness.document(10)
    harness.end("guard/1", "lost")
    harness.document(10, of: "guard/2") { $0.replaces = name("1") }
    harness.wait(.seconds(1))

    #expect(harness.takeSteps() == [.open(2, 10)])
  }

  @Test func `a hold of the new session stays where the former one has a hold too`() {
    harness.document(10)
    harness.document(20, of: "guard/2")
    harness.document(20, of: "guard/2") { $0.replaces = name("1") }

    #expect(harness.held == [20])
  }

  @Test func `no session replaces one of another controller, or itself`() {
    harness.document(10)
    harness.document(20, of: "other/2") { $0.replaces = name("1") }
    harness.document(30, of: "other/3") { $0.replaces = name("3") }

    #expect(harness.held == [10, 20])
    #expect(harness.state.refusals == [.invalid: 1])
  }

  @Test func `at most 1,024 ends are remembered, the newest half among them`() {
    for number in 0..<1100 { harness.end("guard/\(number)") }

    #expect(harness.state.tombstones.count <= 1024)
    #expect(harness.state.tombstones.contains(RemoteSession(name("guard"), name("1099")), at: harness.now))
    #expect(harness.state.tombstones.contains(RemoteSession(name("guard"), name("588")), at: harness.now))
  }
}
