import BrightnessModel
import Testing

@testable import Fleet

@Suite struct LocalHoldTests {
  private let harness: FleetHarness

  init() throws { harness = try FleetHarness() }

  @Test(arguments: [
    LocalHoldEvent.scene(.cancelled, light: nil), .scene(.expired, light: nil), .refused("there is no light 'x'"),
  ])
  func `a scene that ended here is refused until it changes`(event: LocalHoldEvent) {
    harness.document(40)
    harness.hold(2)
    harness.report(2, event)
    #expect(harness.held == [])
    harness.document(40)
    harness.wait(.seconds(59))
    harness.document(40)
    #expect(harness.held == [])
    #expect(harness.state.refusals == [.withdrawn: 2])

    harness.document(60)

    #expect(harness.held == [60])
  }

  @Test func `a cancelled scene stays cancelled when its controller reconnects`() {
    harness.document(40)
    harness.report(2, .scene(.cancelled, light: nil))
    harness.document(40, of: "guard/2") { $0.replaces = name("1") }

    #expect(harness.held == [])
  }

  @Test func `a cancelled scene is forgotten once its documents stop for a lease`() {
    harness.document(40)
    harness.report(2, .scene(.cancelled, light: nil))
    harness.wait(.seconds(60))
    harness.document(40)

    #expect(harness.held == [40])
  }

  @Test func `the end of a scene that is being replaced does not concern the next one`() {
    harness.document(40)
    harness.hold(2)
    harness.document(60)
    harness.report(2, .scene(.cancelled, light: nil))

    #expect(harness.held == [60])
    #expect(harness.state.holds.first?.withdrawal == nil)
  }

  @Test func `a refused scene ends the one that it was to replace`() {
    harness.document(40)
    harness.hold(2)
    harness.document(60)
    harness.report(3, .refused("no"))

    #expect(harness.held == [])
  }

  @Test func `a connection that ended is opened again when the daemon is back`() {
    harness.document(40)
    harness.hold(2)
    harness.report(2, .connectionEnded)
    harness.document(40)
    #expect(harness.takeSteps() == [.open(2, 40), .close(2)])

    harness.send(.daemonAppeared, .daemonAppeared)

    #expect(harness.takeSteps() == [.open(3, 40)])
  }

  @Test func `a connection is not opened again after its lease`() {
    harness.document(40)
    harness.report(2, .connectionEnded)
    harness.wait(.seconds(60))
    harness.send(.daemonAppeared)

    #expect(harness.held == [])
  }

  @Test func `the daemon's return does not revive a scene that was cancelled`() {
    harness.document(40)
    harness.report(2, .scene(.cancelled, light: nil))
    harness.send(.daemonAppeared)

    #expect(harness.held == [])
  }

  @Test func `a scene in force stays if the connection of the next one ends`() {
    harness.document(40)
    harness.hold(2)
    harness.document(60)
    harness.report(3, .connectionEnded)
    #expect(harness.held == [40])

    harness.send(.daemonAppeared)
    harness.hold(4)

    #expect(harness.held == [60])
  }

  @Test func `an event of a connection that was closed changes nothing`() {
    harness.document(40)
    harness.end()
    harness.hold(2)
    harness.report(2, .connectionEnded)

    #expect(harness.takeSteps() == [.open(2, 40), .close(2)])
  }
}
