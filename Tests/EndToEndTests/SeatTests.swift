import BrightnessControl
import BrightnessModel
import Testing

@Suite struct SeatTests {
  @Test func `a hold is suspended while its user is inactive at the seat, and resumes`() throws {
    let harness = try DaemonHarness()
    let client = try harness.holder()

    try harness.machine.switchSeat(toOtherUser: true)
    #expect(try harness.observer.waitFor(.free).raw == Machine.userLevel)
    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
    #expect(try harness.observer.holders().map(\.suspended) == [true])

    try harness.machine.switchSeat(toOtherUser: false)
    #expect(try harness.observer.waitFor(.held).raw == 19_200)
    withExtendedLifetime(client) {}
  }
}
