import BrightnessModel
import Guarantees
import HardwareTesting
import Testing

@testable import Daemon

@Suite(.tags(.survivesDaemonDeath)) struct RestartSuspendedSessionsTests {
  private let descriptorStore = TestDescriptorStore()
  private let member = Int(User.member.uid)
  private let other = Int(User.otherMember.uid)

  @Test func `a suspended session survives the daemon without a notification, and resumes`() throws {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.hold(80)
    try daemon.switchSeat(to: other, among: member, other)
    #expect(client.received() == [SocketClient.notification("suspended")])
    _ = daemon.files.takeWritten()

    try daemon.restart()
    #expect(daemon.files.takeWritten() == [])
    #expect(client.received() == [])

    try daemon.switchSeat(to: member, among: member, other)
    #expect(client.received() == [SocketClient.notification("resumed")])
    #expect(daemon.level() == 80)
    client.leave()
    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
  }

  @Test func `a user who leaves the seat without a daemon is suspended by the next, and the light is restored`() throws
  {
    let daemon = try daemon()
    let client = try SocketClient(daemon)
    client.hold(80)

    daemon.kill()
    try daemon.setSeat(other, among: [member, other])
    try daemon.start()

    #expect(daemon.level() == 60)
    #expect(daemon.restores == [])
    #expect(client.received() == [SocketClient.notification("suspended")])
  }

  private func daemon() throws -> TestDaemon { try TestDaemon(serving: Configuration(), storingIn: descriptorStore) }
}
