import BrightnessControl
import BrightnessModel
import Glibc
import Guarantees
import Programs
import Testing

@Suite(.tags(.oneEnd)) struct KilledClientTests {
  @Test(arguments: [SIGKILL, SIGTERM, SIGINT, SIGHUP])
  func `the panel is restored when its holder is ended by a signal`(signal: CInt) throws {
    let harness = try DaemonHarness()
    let holder = try harness.machine.startHolder()
    try harness.observer.waitFor(.held)

    holder.signal(signal)

    #expect(holder.waitForEnd() == -signal)
    try harness.expectReturn()
  }

  @Test func `a stopped holder keeps its hold, and the panel is restored when it is killed`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.machine.startHolder()
    try harness.observer.waitFor(.held)

    holder.signal(SIGSTOP)
    holder.waitForStop()
    #expect(try harness.observer.holders().count == 1)
    #expect(try harness.machine.level == "19200\n")

    holder.signal(SIGKILL)
    try harness.expectReturn()
  }

  @Test func `the panel is restored when its holder is killed and a child still has the socket`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.machine.startHolder(child: "/bin/cat")
    try harness.observer.waitFor(.held)

    holder.kill()

    try harness.expectReturn()
  }

  /// The daemon has two descriptors for each of them, more than the usual limit of 1024.
  @Test func `the panel is restored when 508 clients are killed at once`() throws {
    let harness = try DaemonHarness()
    let holders = try (1...4).map { _ in try harness.machine.startHolder(connections: 127) }
    try harness.observer.waitFor(.held)
    let count = try harness.observer.holders().count

    for holder in holders { holder.signal(SIGKILL) }

    #expect(count == 508)
    try harness.expectReturn()
  }
}
