import BrightnessControl
import BrightnessModel
import Testing

@testable import Fleet

@Suite struct LeaseTests {
  private let harness: FleetHarness

  init() throws { harness = try FleetHarness() }

  @Test func `a document of an unknown session opens a connection, named after its controller`() {
    harness.document(40) { $0.scene.name = "evacuation" }

    #expect(harness.takeSteps() == [.open(2, 40)])
    #expect(harness.names == ["guard: evacuation"])
  }

  @Test func `the same document again moves the deadline, and calls nothing`() {
    harness.document(40)
    harness.hold(2)
    _ = harness.takeSteps()
    harness.wait(.seconds(50))
    harness.document(40)
    harness.wait(.milliseconds(59_999))

    #expect(harness.takeSteps() == [])
    harness.wait(.milliseconds(1))
    #expect(harness.takeSteps() == [.close(2)])
  }

  @Test func `a lease that is over ends the hold, and the next document begins it again`() {
    harness.document(40)
    harness.wait(.seconds(60))
    #expect(harness.held == [])

    harness.document(40)

    #expect(harness.held == [40])
  }

  @Test func `a document may shorten its lease`() {
    harness.document(40)
    harness.document(40) { $0.lease = .seconds(5) }
    harness.wait(.seconds(5))

    #expect(harness.held == [])
  }

  @Test func `sessions and addresses are holds of their own`() {
    harness.document(10, of: "guard/1", to: "all")
    harness.document(20, of: "guard/1", to: "lobby")
    harness.document(30, of: "guard/2", to: "all")
    harness.document(40, of: "other/1", to: "kiosk-7")

    #expect(harness.held == [10, 20, 30, 40])
  }

  @Test func `another scene is held before the one that it replaces ends`() {
    harness.document(40)
    harness.hold(2)
    _ = harness.takeSteps()
    harness.document(60)
    #expect(harness.takeSteps() == [.open(3, 60)])

    harness.hold(3)

    #expect(harness.takeSteps() == [.close(2)])
  }

  @Test func `of several scenes in a row only the newest waits, and that in force stays`() {
    harness.document(40)
    harness.hold(2)
    harness.document(60)
    harness.document(80)
    #expect(harness.held == [40, 80])

    harness.hold(4)

    #expect(harness.held == [80])
  }

  @Test func `a scene that comes back before it was replaced is held all the time`() {
    harness.document(30)
    harness.hold(2)
    harness.document(60)
    harness.document(30)

    #expect(harness.held == [30])
    #expect(harness.takeSteps() == [.open(2, 30), .open(3, 60), .close(3)])
  }

  @Test func `an answer of suspended replaces the former scene too`() {
    harness.document(40)
    harness.hold(2, .suspended)
    harness.document(60)
    harness.hold(3, .suspended)

    #expect(harness.held == [60])
  }

  @Test func `leases run on while the broker is away`() {
    harness.send(.connected)
    harness.document(40)
    harness.send(.disconnected)
    harness.wait(.milliseconds(59_999))
    #expect(harness.held == [40])

    harness.wait(.milliseconds(1))

    #expect(harness.held == [])
  }

  @Test func `after a suspend, leases that are over end before a document counts`() {
    harness.document(40)
    harness.hold(2)
    _ = harness.takeSteps()
    harness.suspend(.seconds(61))
    harness.document(40)

    #expect(harness.takeSteps() == [.close(2), .open(4, 40)])
  }

  @Test func `a resume ends what is over, and reconnects`() {
    harness.document(40)
    harness.suspend(.seconds(61))
    harness.send(.resumed)

    #expect(harness.held == [])
    #expect(harness.takeRequests() == [.reconnect])
  }

  @Test func `is not woken before something is due`() {
    #expect(harness.state.nextWake == nil)
    harness.document(40)

    #expect(harness.state.nextWake == harness.now + .seconds(60))
  }
}
