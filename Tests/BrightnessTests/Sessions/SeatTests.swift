import BrightnessModel
import ComposableCore
import Testing

@testable import Brightness

@Suite struct SeatTests {
  private let harness = CoreHarness(panel: 60)
  private let one: UInt32 = 1000
  private let other: UInt32 = 1001

  @Test(arguments: [
    (Seat(), false), (Seat(active: 1000), false), (Seat(active: 1000, users: [1000]), false),
    (Seat(active: 1000, users: [1000, 1001]), false), (Seat(active: 1001, users: [1001]), false),
    (Seat(active: 1001, users: [1000, 1001]), true), (Seat(active: 1001, users: [1000]), true),
    (Seat(active: nil, users: [1000]), false), (Seat(active: nil, users: [1000, 1001]), false),
  ])
  func `a user with an inactive session is suspended while another user is active`(seat: Seat, suspends: Bool) {
    #expect(seat.suspends(1000) == suspends)
  }

  @Test func `the claims of a user who leaves the seat do not apply until the user returns`() throws {
    try hold(by: one)

    #expect(harness.seat(other, among: [one, other]).newTarget() == 60)
    #expect(harness.scenesInForce == [])
    #expect(harness.shown == 60)
    #expect(harness.state.isSuspended(SessionID(1)))

    #expect(harness.seat(one, among: [one, other]).newTarget() == 100)
    #expect(harness.scenesInForce == [key(1)])
    #expect(harness.shown == 100)
    #expect(harness.holds == ["hold 1.1"])
  }

  @Test func `a switch of users writes the light once`() throws {
    try hold(by: one)
    harness.seat(one, among: [one, other])
    harness.open(2, other, with: try request(.at(20)))
    harness.completeWrites(harness.seat(other, among: [one, other]))
    harness.completeWrites(harness.appear(key(2)))

    let outcome = harness.seat(one, among: [one, other])

    #expect(outcome.requests.map(\.request.target) == [100])
    #expect(harness.scenesInForce == [key(1)])
    #expect(harness.shown == 100)
  }

  @Test func `the same seat read again changes nothing`() throws {
    try hold(by: one)
    harness.completeWrites(harness.seat(other, among: [one, other]))
    let before = harness.state

    let outcome = harness.seat(other, among: [one, other])

    #expect(outcome.requests.isEmpty)
    #expect(harness.state == before)
  }

  @Test func `a session of an inactive user is suspended from the start`() throws {
    harness.seat(other, among: [one, other])
    harness.open(1, one, with: try request())

    let outcome = harness.appear(key(1))

    #expect(harness.holds == ["hold 1.1"])
    #expect(harness.scenesInForce == [])
    #expect(outcome.requests.isEmpty)
    #expect(outcome.texts(to: 1) == ["done."])
  }

  @Test func `a session that ends while suspended releases claims that never applied`() throws {
    try hold(by: one)
    harness.completeWrites(harness.seat(other, among: [one, other]))

    let outcome = harness.end(1)

    #expect(harness.holds == ["hold 1.1", "release 1.1"])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a scene's timeout continues while it is suspended`() throws {
    try hold(by: one, expires: .seconds(60))
    harness.wait(.seconds(40))
    harness.completeWrites(harness.seat(other, among: [one, other]))

    harness.wait(.seconds(20))

    #expect(harness.holds == ["hold 1.1", "release 1.1"])
    #expect(harness.seat(one, among: [one, other]).requests.isEmpty)
    #expect(harness.shown == 60)
  }

  @Test(arguments: ChangePolicy.allCases)
  func `a suspended claim applies again over a base that the user changed`(policy: ChangePolicy) {
    harness.completeWrites(harness.hold(.at(80), key(1), policy))
    harness.completeWrites(harness.suspend(1))

    let outcome = harness.move(panel, to: 30)

    #expect(outcome.cancelled == [] && outcome.yielded == [])
    harness.completeWrites(harness.resume())
    #expect(harness[panel]?.target.raw == 80)
    #expect(harness.release(key(1)).newTarget() == 30)
  }

  @Test func `a scene that yielded before it was suspended still yields afterwards`() {
    harness.completeWrites(harness.hold(.at(80), key(1)))
    harness.move(panel, to: 30)

    harness.suspend(1)
    harness.resume()

    #expect(harness[panel]?.target.raw == 30)
  }

  @Test func `a light connected during a suspension shows its base, and is held afterwards`() {
    harness.hold(.at(80), key(1))
    harness.completeWrites(harness.suspend(1))

    #expect(harness.connect(monitor, .monitor, range: range(100, .monitor), raw: 40).newTargets == [:])

    #expect(harness.resume().newTarget(monitor) == 80)
  }

  @Test func `a restored session of an inactive user is suspended`() throws {
    harness.seat(other, among: [one, other])

    let outcome = harness.send(.restored([saved(1, [appeared(try request(), key(1))], by: one)], at: harness.now))

    #expect(harness.holds == ["hold 1.1"])
    #expect(harness.state.isSuspended(SessionID(1)))
    #expect(harness.scenesInForce == [])
    #expect(outcome.requests.isEmpty)
  }

  @Test func `a seat change retries writes that were refused for the session`() throws {
    try hold(by: one)
    harness.send(.light(panel, .refused(Fault(.refused, "not active", isForSession: true))))
    harness.connect(monitor, .monitor, range: range(100), raw: 60)
    harness.refused(monitor)

    #expect(harness.seat(one, among: [one, other]).outputs.flatMap(\.retries) == [panel])
    #expect(harness.seat(one, among: [one, other]).outputs.flatMap(\.retries) == [panel])
    let read = harness.send(.seatRead(Seat(active: other, users: [other]), isEvent: false))
    #expect(read.outputs.flatMap(\.retries) == [])
  }

  private func hold(by user: UInt32, expires: Duration? = nil) throws {
    harness.open(1, user, with: try request(expires: expires))
    harness.completeWrites(harness.appear(key(1)))
  }
}
