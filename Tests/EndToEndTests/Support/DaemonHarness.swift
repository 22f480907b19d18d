import BrightnessControl
import BrightnessModel
import RawClients
import Testing

/// A machine, and an observer of its panel.
struct DaemonHarness {
  let machine: Machine
  let observer: PanelObserver

  init() throws {
    machine = try Machine()
    observer = try PanelObserver(machine)
  }

  /// A client in the test's process that holds the panel with a pending `Hold`.
  func holder(_ more: String = "") throws -> RawClient {
    let client = try machine.connect()
    try client.hold(more)
    try observer.waitFor(.held)
    return client
  }

  /// A client in the test's process that holds the panel without a pending call.
  func idleHolder() throws -> RawClient {
    let client = try machine.connect()
    try client.appear()
    try observer.waitFor(.held)
    return client
  }

  /// Expects the panel at the user's level, with no hold and no pending restore.
  func expectReturn(_ location: SourceLocation = #_sourceLocation) throws {
    let light = try observer.waitFor(.free)
    #expect(light.raw == Machine.userLevel, sourceLocation: location)
    #expect(try machine.level == "\(Machine.userLevel)\n", sourceLocation: location)
    #expect(!machine.hasPendingRestores, sourceLocation: location)
    #expect(try observer.holders().isEmpty, sourceLocation: location)
  }
}
