import ControlAPI
import Glibc
import Model
import Programs
import Testing

@Suite struct OneEndKilledClientTests {
  @Test(arguments: [SIGKILL, SIGTERM, SIGINT, SIGHUP])
  func `the panel is restored when its holder is ended by a signal`(signal: CInt) throws {
    let stage = try Stage()
    let holder = try stage.machine.startHolder()
    try stage.witness.waitFor(.held)

    holder.signal(signal)

    #expect(holder.waitForEnd() == -signal)
    try stage.expectReturn()
  }

  @Test func `a stopped holder keeps its hold, and the panel is restored when it is killed`() throws {
    let stage = try Stage()
    let holder = try stage.machine.startHolder()
    try stage.witness.waitFor(.held)

    holder.signal(SIGSTOP)
    holder.waitForStop()
    #expect(try stage.witness.holders().count == 1)
    #expect(try stage.machine.level == "19200\n")

    holder.signal(SIGKILL)
    try stage.expectReturn()
  }

  @Test func `the panel is restored when its holder is killed and a child still has the socket`() throws {
    let stage = try Stage()
    let holder = try stage.machine.startHolder(heir: "/bin/cat")
    try stage.witness.waitFor(.held)

    holder.kill()

    try stage.expectReturn()
  }

  @Test func `the panel is restored when 500 clients are killed at once`() throws {
    let stage = try Stage()
    let holders = try (1...10).map { _ in try stage.machine.startHolder(connections: 50) }
    try stage.witness.waitFor(.held)
    let count = try stage.witness.holders().count

    for holder in holders { holder.signal(SIGKILL) }

    #expect(count == 500)
    try stage.expectReturn()
  }
}
