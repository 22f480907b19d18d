import ControlAPI
import Model
import RawClients
import Testing

/// A machine, and a witness of what becomes of its panel.
struct Stage {
  let machine: Machine
  let witness: Witness

  init() throws {
    machine = try Machine()
    witness = try Witness(machine)
  }

  /// A client in the process of the test that holds the panel by a call that goes on.
  func holder(_ more: String = "") throws -> RawClient {
    let client = try machine.connect()
    try client.hold(more)
    try witness.waitFor(.held)
    return client
  }

  /// A client in the process of the test that holds the panel, and can call on.
  func idleHolder() throws -> RawClient {
    let client = try machine.connect()
    try client.appear()
    try witness.waitFor(.held)
    return client
  }

  /// Expects the panel as the person had it, and nobody and nothing left that says otherwise.
  func expectReturn(_ location: SourceLocation = #_sourceLocation) throws {
    let light = try witness.waitFor(.free)
    #expect(light.raw == Machine.wanted, sourceLocation: location)
    #expect(try machine.level == "\(Machine.wanted)\n", sourceLocation: location)
    #expect(!machine.hasDebts, sourceLocation: location)
    #expect(try witness.holders().isEmpty, sourceLocation: location)
  }
}
