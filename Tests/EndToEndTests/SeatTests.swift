import ControlAPI
import Model
import Testing

@Suite struct SeatTests {
  @Test func `what is held waits while its user is not at the seat, and comes back`() throws {
    let stage = try Stage()
    let client = try stage.holder()

    try stage.machine.sit(isAway: true)
    #expect(try stage.witness.waitFor(.free).raw == Machine.wanted)
    #expect(try stage.machine.level == "\(Machine.wanted)\n")
    #expect(try stage.witness.holders().map(\.suspended) == [true])

    try stage.machine.sit(isAway: false)
    #expect(try stage.witness.waitFor(.held).raw == 19_200)
    withExtendedLifetime(client) {}
  }
}
