import BrightnessModel
import Testing

@testable import Fleet

@Suite struct DocumentLimitTests {
  @Test func `a retained message is refused, and logged once for its topic`() throws {
    let harness = try FleetHarness()
    harness.document(40, isRetained: true)
    harness.document(40, isRetained: true)
    harness.receive("to/all/set", "40", isRetained: true)

    #expect(harness.held == [])
    #expect(harness.state.refusals == [.retained: 3])
    let reason = "it is retained: publish it without the retain flag"
    #expect(
      harness.takeRequests() == [
        .log("cannot use 'brightnessd/to/all/hold/guard/1': \(reason)"),
        .log("cannot use 'brightnessd/to/all/set': \(reason)"),
      ]
    )
  }

  @Test func `what the configuration does not accept is refused`() throws {
    let harness = try FleetHarness { $0.accepts = [] }
    harness.document(40)
    harness.receive("to/all/set", "40")

    #expect(harness.held == [])
    #expect(harness.takeRequests() == [])
    #expect(harness.state.refusals == [.notAccepted: 2])
  }

  @Test func `holds beyond the limits are refused, and those that are there can change`() throws {
    let harness = try FleetHarness {
      $0.holds = 3
      $0.holdsPerController = 2
    }
    for session in 1...3 { harness.document(10, of: "guard/\(session)") }
    for session in 1...3 { harness.document(20, of: "other/\(session)") }
    #expect(harness.held == [10, 10, 20])
    #expect(harness.state.refusals == [.tooManyHolds: 3])

    harness.document(30, of: "guard/1")
    harness.hold(7)
    harness.end("guard/2")
    harness.document(20, of: "other/2")

    #expect(harness.held == [20, 30, 20])
  }

  @Test func `ten documents a second count, and of those beyond the newest of each hold`() throws {
    let harness = try FleetHarness()
    for percent in 1...13 { harness.document(Double(percent)) }
    #expect(harness.held == [1, 10])

    harness.wait(.milliseconds(99))
    #expect(harness.held == [1, 10])
    harness.wait(.milliseconds(1))

    #expect(harness.held == [1, 13])
  }

  @Test func `the documents of one controller do not delay those of another`() throws {
    let harness = try FleetHarness()
    for percent in 1...13 { harness.document(Double(percent)) }
    harness.document(50, of: "other/1")

    #expect(harness.held == [1, 10, 50])
  }

  @Test func `only as many documents wait as a controller may have holds`() throws {
    let harness = try FleetHarness { $0.holdsPerController = 2 }
    for session in 1...100 { harness.document(10, of: "guard/\(session)") }

    #expect(harness.state.traffic.waiting.count == 2)
    #expect(harness.state.refusals == [.tooManyHolds: 8, .tooManyDocuments: 88])
  }

  @Test func `a document that waited counts from its arrival`() throws {
    let harness = try FleetHarness()
    for _ in 1...10 { harness.document(10, of: "guard/2") }
    harness.document(40) { $0.lease = .seconds(1) }
    harness.wait(.milliseconds(999))
    #expect(harness.held == [10, 40])

    harness.wait(.milliseconds(1))

    #expect(harness.held == [10])
  }

  @Test func `a document that waits when its session ends does not count`() throws {
    let harness = try FleetHarness()
    for _ in 1...10 { harness.document(10, of: "guard/2") }
    harness.document(40)
    harness.end("guard/1")
    harness.wait(.seconds(1))

    #expect(harness.held == [10])
  }

  @Test func `a flood of controllers is counted within bounds`() throws {
    let harness = try FleetHarness()
    for controller in 0..<1100 { harness.document(10, of: "c\(controller)/1") }
    #expect(harness.state.traffic.controllers == 1024)
    #expect(harness.held.count == 30)

    harness.wait(.seconds(1))
    harness.document(10, of: "late/1")

    #expect(harness.state.traffic.controllers == 1)
    #expect(harness.state.refusals == [.tooManyHolds: 995, .tooManyDocuments: 76])
  }
}
