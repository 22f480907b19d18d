import HardwareTesting
import Testing

@testable import Daemon

@Suite struct SuspendedLiveOnTests {
  private let cloakroom = Cloakroom()
  private let member = Int(User.member.user)
  private let other = Int(User.otherMember.user)

  @Test func `what is suspended outlives the daemon as that, is told nothing, and comes back`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.hold(80)
    try desk.sit(other, among: member, other)
    #expect(client.heard() == [Survivor.told("suspended")])
    _ = desk.files.takeWritten()

    try desk.restart()
    #expect(desk.files.takeWritten() == [])
    #expect(client.heard() == [])

    try desk.sit(member, among: member, other)
    #expect(client.heard() == [Survivor.told("resumed")])
    #expect(desk.level() == 80)
    client.leave()
    #expect(desk.level() == 60)
    #expect(desk.debts == [])
  }

  @Test func `who leaves the seat while there is no daemon is suspended by the next, and the light returns`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.hold(80)

    desk.kill()
    try desk.tellSeat(other, among: [member, other])
    try desk.start()

    #expect(desk.level() == 60)
    #expect(desk.debts == [])
    #expect(client.heard() == [Survivor.told("suspended")])
  }

  @Test func `who comes to the seat while there is no daemon holds again with the next`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.appear(80)
    try desk.sit(other, among: member, other)

    desk.kill()
    try desk.tellSeat(member, among: [member, other])
    try desk.start()

    #expect(desk.level() == 80)
    client.leave()
    #expect(desk.level() == 60)
  }

  @Test func `the time of what is suspended goes on while there is no daemon`() throws {
    let desk = try desk()
    let client = try Survivor(desk)
    client.hold(80)
    try desk.sit(other, among: member, other)
    _ = client.heard()

    desk.kill()
    try desk.age("1")
    try desk.start()

    #expect(client.heard() == [Survivor.told("expired", isLast: true)])
    #expect(desk.level() == 60)
  }

  private func desk() throws -> Desk { try Desk(serving: Configuration(), keepingIn: cloakroom) }
}
