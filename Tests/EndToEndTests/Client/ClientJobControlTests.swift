import BrightnessControl
import BrightnessModel
import Glibc
import Programs
import RawClients
import Testing

/// Holds of processes that are stopped, and of jobs of a shell.
@Suite struct ClientJobControlTests {
  private static let held = "19200\n"
  /// A command that reports when it runs.
  private static let command = #"sh -c "echo began; exec cat""#

  @Test func `a hold whose process is stopped stays, until the process continues and ends`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.stoppedHold()

    // It waits for SIGCONT.
    holder.signal(SIGTERM)
    #expect(try Client(["get"], on: harness.machine).output == "100%\n")
    holder.signal(SIGCONT)

    #expect(holder.waitForEnd() == 0)
    try harness.expectReturn()
  }

  @Test func `a hold whose process is stopped can be cancelled`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.stoppedHold()

    #expect(try Client(["cancel", "job"], on: harness.machine).status == 0)

    try harness.expectReturn()
    holder.signal(SIGCONT)
    #expect(holder.waitForEnd() == 1)
  }

  @Test func `a job stopped by Ctrl-Z still holds, and continues in the foreground`() throws {
    let harness = try DaemonHarness()
    let terminal = try terminal(
      "$0 hold --max -- \(Self.command); echo stopped; read go; fg; echo after $?; exec cat",
      on: harness
    )
    try harness.observer.waitFor(.held)
    try terminal.wait(for: "began")

    try terminal.type("C-z")
    try terminal.wait(for: "stopped")
    #expect(try harness.machine.level == Self.held)
    try terminal.type("Enter")
    try terminal.wait(for: "hold --max -- ")
    try terminal.type("again", "Enter")
    try terminal.wait(for: "again\r\nagain")
    #expect(try harness.machine.level == Self.held)
    try terminal.type("C-d")
    try terminal.wait(for: "after 0")

    try harness.expectReturn()
  }

  @Test func `a job that continues in the background holds until it ends`() throws {
    let harness = try DaemonHarness()
    let job = "$0 hold --max -- \(Self.command.replacing("exec cat", with: "exec sleep 1000"))"
    let terminal = try terminal(
      "\(job); bg; echo in the background; read go; kill %1; wait %1; echo after $?; exec cat",
      on: harness
    )
    try harness.observer.waitFor(.held)
    try terminal.wait(for: "began")

    try terminal.type("C-z")
    try terminal.wait(for: "in the background")
    #expect(try harness.machine.level == Self.held)
    try terminal.type("Enter")
    try terminal.wait(for: "after 143")

    try harness.expectReturn()
  }

  /// The kernel signals the hang-up only to the leader of the session:
  /// `tty_signal_session_leader()` (Linux 6.12, drivers/tty/tty_jobctrl.c).
  @Test func `a command whose hold leads the session of the terminal ends with the terminal`() throws {
    let harness = try DaemonHarness()
    let command = #"sh -c "echo began; exec sleep 1000""#
    var terminal: Terminal? = try Terminal(
      columns: 60,
      rows: 10,
      "exec $0 hold --max -- \(command)",
      on: harness.machine
    )
    try harness.observer.waitFor(.held)
    try terminal?.wait(for: "began")

    terminal = nil

    try harness.expectReturn()
  }

  @Test func `a stopped job ends with its terminal`() throws {
    let harness = try DaemonHarness()
    var terminal: Terminal? = try terminal("$0 hold --max -- \(Self.command); echo stopped; read go", on: harness)
    try harness.observer.waitFor(.held)
    try terminal?.wait(for: "began")
    try terminal?.type("C-z")
    try terminal?.wait(for: "stopped")

    terminal = nil

    try harness.expectReturn()
  }

  private func terminal(_ script: String, on harness: DaemonHarness) throws -> Terminal {
    try Terminal(columns: 60, rows: 10, "set -m; \(script)", on: harness.machine)
  }
}

extension DaemonHarness {
  /// A hold of full brightness whose process is stopped.
  fileprivate func stoppedHold() throws -> Program {
    let holder = try machine.start(["brightness", "hold", "--max", "--name", "job"])
    try holder.wait(for: "holding\n")
    try observer.waitFor(.held)
    holder.signal(SIGSTOP)
    holder.waitForStop()
    return holder
  }
}
