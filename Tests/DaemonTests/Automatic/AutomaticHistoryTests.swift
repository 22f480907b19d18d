import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import HardwareTesting
import Service
import Testing

@testable import Daemon

/// What clients are told of automatic brightness afterwards.
@Suite struct AutomaticHistoryTests {
  private typealias TurnOn = AutomaticInterface.TurnOn
  private typealias TurnOff = AutomaticInterface.TurnOff
  private typealias History = AutomaticInterface.History

  @Test func `who watches lights is told when one begins and ceases to follow`() throws {
    let daemon = try TestDaemon.withSensor([Device.panel, Device.keyboard])
    let watch = try daemon.connect(as: User.guest).follow(LightsInterface.Watch())
    let client = try daemon.connect()
    _ = watch.take()

    try client.ask(TurnOn())
    try daemon.removeSensor()
    daemon.live(.seconds(1))
    try daemon.addSensor()
    daemon.live(.seconds(6))
    try client.ask(TurnOff())

    let updates = watch.takeSuccessful()
    #expect(updates.map(\.light.automatic) == [.on, .paused, .on, .off])
    #expect(updates.map(\.cause) == [.ambient, .ambient, .ambient, .ambient])
    #expect(Set(updates.map(\.light.id)) == ["backlight/panel"])
  }

  @Test func `the history has readings, and what the lights have made of them`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    try daemon.live(in: 10_000)
    try client.set(50)
    daemon.live(.seconds(6))
    try client.ask(TurnOff())
    try daemon.live(in: 3)

    let events = try client.ask(History()).events

    #expect(events.map(\.age) == events.map(\.age).sorted(by: >))
    #expect(events.filter { $0.kind == .reading }.compactMap(\.lux) == [300, 300, 10_000, 10_000, 10_000, 10_000])
    #expect(
      events.filter { $0.kind != .reading }.map(\.kind)
        == [.turnedOn, .sensor, .changed, .adapted, .changed, .turnedOff]
    )
    #expect(events.compactMap(\.level) == [60, 100, 50])
    #expect(Set(events.compactMap(\.light)) == ["backlight/panel"])
  }

  @Test func `the history tells when people were in the room, so not everybody may read it`() throws {
    let daemon = try TestDaemon.following()

    let error = try daemon.connect(as: User.guest).refusal(of: History())

    #expect(error?.answer(as: ServiceError.self) == .permissionDenied)
  }

  @Test func `the next user at the seat does not see the history`() throws {
    let daemon = try TestDaemon.following()
    let client = try daemon.connect()
    try daemon.switchSeat(to: 1000, among: 1000)
    #expect(try !client.ask(History()).events.isEmpty)
    try daemon.switchSeat(to: nil, among: 1000)
    try daemon.switchSeat(to: 1000, among: 1000)
    #expect(try !client.ask(History()).events.isEmpty)

    try daemon.switchSeat(to: 1001, among: 1000, 1001)

    #expect(try client.ask(History()).events.isEmpty)
  }
}
