import ControlAPI
import Glibc
import Testing

@Suite struct Law3KilledClientTests {
  @Test func `the panel returns when its holder is killed`() throws {
    let stage = try Stage()
    let holder = try stage.machine.startHolder()
    try stage.witness.waitFor(.held)

    holder.signal(SIGKILL)

    #expect(holder.waitForEnd() == -SIGKILL)
    try stage.expectReturn()
  }

  @Test func `the panel returns when its holder is killed and a child still has the socket`() throws {
    let stage = try Stage()
    let holder = try stage.machine.startHolder(heir: "/bin/cat")
    try stage.witness.waitFor(.held)

    holder.kill()

    try stage.expectReturn()
  }

  @Test func `the panel returns when 500 clients are killed at once`() throws {
    let stage = try Stage()
    let holders = try (1...10).map { _ in try stage.machine.startHolder(connections: 50) }
    try stage.witness.waitFor(.held)
    let count = try stage.witness.holders().count

    for holder in holders { holder.signal(SIGKILL) }

    #expect(count == 500)
    try stage.expectReturn()
  }
}
