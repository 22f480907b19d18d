import BrightnessControl
import BrightnessModel
import Glibc
import HardwareTesting
import Programs
import RawClients
import Testing

@Suite struct ClientHoldTests {
  @Test func `a command runs while the level is held, and its exit ends the hold`() throws {
    let harness = try DaemonHarness()

    let client = try Client(["hold", "--max", "--", "cat", harness.machine.panelFile], on: harness.machine)

    #expect(client.output == "19200\n")
    #expect(client.status == 0)
    try harness.observer.waitFor(.held)
    try harness.expectReturn()
  }

  @Test(arguments: [("no-such-program", 127, "no such file or directory"), ("/", 126, "permission denied")])
  func `a command that cannot be run exits as in a shell`(program: String, status: CInt, reason: String) throws {
    let machine = try Machine()

    let client = try Client(["hold", "--max", "--", program], on: machine)

    #expect(client.status == status)
    #expect(client.errors == "cannot run '\(program)': \(reason)\n")
  }

  /// As under env, nice and timeout, which call execvp(3).
  @Test(arguments: [true, false])
  func `a script without an interpreter is run by the shell, with its arguments`(hasPath: Bool) throws {
    let machine = try Machine()
    let script = machine.path("plain script")
    let folder = script.dropLast("/plain script".count)
    try ProgramFile.write("printf '%s|' \"$0\" \"$@\"; exit 3\n", to: script)
    let environment = ["/usr/bin/env", "PATH=/nowhere:\(folder):/usr/bin:/bin", try Program.path(of: "brightness")]
    let words = ["hold", "--max", "--", hasPath ? script : "plain script", "", "two words"]

    let client = try machine.start(environment + words, errors: .included)

    #expect(try client.waitForOutput() == "\(script)||two words|")
    #expect(client.waitForEnd() == 3)
  }

  @Test func `an empty folder in PATH is the present one`() throws {
    let machine = try Machine()
    let script = machine.path("plain script")
    try ProgramFile.write("printf %s \"$0\"\n", to: script)
    let environment = ["/usr/bin/env", "-C", String(script.dropLast("/plain script".count)), "PATH=:/usr/bin:/bin"]
    let hold = [try Program.path(of: "brightness"), "hold", "--max", "--", "plain script"]

    let client = try machine.start(environment + hold, errors: .included)

    #expect(try client.waitForOutput() == "plain script")
  }

  @Test func `the arguments of a command may be any bytes`() throws {
    let machine = try Machine()
    let script = #"exec "$0" hold --max -- printf '%s|' "$(printf 'caf\351')" '' "two words" ü"#

    let client = try machine.start([
      "/bin/sh", "-c", "(\(script)) | od -An -tx1 | tr -d ' \n'", try Program.path(of: "brightness"),
    ])

    #expect(try client.waitForOutput() == "636166e97c7c74776f20776f7264737cc3bc7c")
  }

  @Test func `the exit status of a command is known even if SIGCHLD was ignored`() throws {
    let machine = try Machine()
    let holder = try machine.start([
      "/usr/bin/python3", "-c",
      """
      import os, signal, sys
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      os.execv(sys.argv[1], ["brightness", "hold", "--max", "--", "sh", "-c", "exit 3"])
      """,
      try Program.path(of: "brightness"),
    ])

    #expect(holder.waitForEnd() == 3)
  }

  @Test func `a hold with a time limit ends also while no daemon runs`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.hold(["--for", "2s"])
    try holder.wait(for: "holding\n")

    harness.machine.daemon.kill()

    #expect(holder.waitForEnd() == 0)
    #expect(holder.printed == "holding\n")
    #expect(try holder.waitForOutput() == "holding\nexpired\n")
  }

  @Test func `without a daemon a command is run only with best effort, after a warning`() throws {
    let refused = try Client(["hold", "--max", "--", "echo", "ran"])
    let client = try Client(["hold", "--max", "--best-effort", "--", "sh", "-c", "echo ran; exit 7"])

    #expect(refused.status == 125)
    #expect(refused.output == "")
    #expect(client.status == 7)
    #expect(client.output == "ran\n")
    #expect(
      client.errors == "cannot hold 'lights': the daemon is not running; the hold resumes when it is back\n"
    )
  }

  @Test func `a hold with best effort begins when the daemon comes`() throws {
    let machine = try Machine()
    machine.daemon.kill()
    let holder = try machine.start([
      "brightness", "hold", "--at", "20%", "--best-effort", "--", "sh", "-c", "echo ran; exec sleep 60",
    ])
    try holder.wait(for: "ran\n")

    try machine.restart()

    let observer = try PanelObserver(machine)
    try observer.waitFor(.held)
    holder.signal(SIGTERM)
    #expect(holder.waitForEnd() == 143)
    try observer.waitFor(.free)
  }

  @Test func `a hold for a process ends with it`() throws {
    let harness = try DaemonHarness()
    let process = try Program(["/bin/cat"])
    let holder = try harness.hold(["--while-pid", "\(process.process)"])
    try harness.observer.waitFor(.held)

    process.kill()

    #expect(holder.waitForEnd() == 0)
    try harness.expectReturn()
  }

  @Test func `a hold for a process that does not exist is refused`() throws {
    let client = try Client(["hold", "--max", "--while-pid", "4194305"], on: try Machine())

    #expect(client.status == 1)
    #expect(client.errors == "cannot watch 'process 4194305': no such process\n")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGWINCH, 34, 64])
  func `a signal is forwarded, and the command may handle it`(signal: CInt) throws {
    let harness = try DaemonHarness()
    let script = "trap 'exit 5' \(signal); echo began; { cat <&3 & } 3<&0; while :; do wait; done"
    let holder = try harness.hold(["--", "sh", "-c", script])
    try holder.wait(for: "began\n")
    try harness.observer.waitFor(.held)

    holder.signal(signal)

    #expect(holder.waitForEnd() == 5)
    try harness.expectReturn()
  }

  @Test func `a hold whose time is up exits with success`() throws {
    let harness = try DaemonHarness()

    let client = try Client(["hold", "--max", "--for", "1ms", "--json"], on: harness.machine)

    #expect(client.status == 0)
    #expect(client.output.hasSuffix(#""event":"expired"}}"# + "\n"))
    #expect(client.output.hasPrefix(#"{"version":1,"hold":{"scene":1,"event":"#))
    try harness.observer.waitFor(.held)
    try harness.expectReturn()
  }

  @Test func `an ignored signal stays ignored`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.machine.start([
      "/bin/sh", "-c", "trap '' HUP; exec \"$0\" hold --max", try Program.path(of: "brightness"),
    ])
    try holder.wait(for: "holding\n")
    try harness.observer.waitFor(.held)

    holder.signal(SIGHUP)
    let session = try #require(try harness.observer.holders().first)
    _ = try Client(["cancel", "\(session.id)"], on: harness.machine)

    #expect(holder.waitForEnd() == 1)
    try harness.expectReturn()
  }

  @Test func `a command survives the death of the daemon, and the hold resumes with the next one`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.hold(["--", "sh", "-c", "echo began; exec cat"])
    try holder.wait(for: "began\n")
    harness.machine.daemon.kill()

    try harness.machine.restart()

    let observer = try PanelObserver(harness.machine)
    try observer.waitFor(.held)
    holder.signal(SIGTERM)
    #expect(holder.waitForEnd() == 128 + SIGTERM)
    try observer.waitFor(.free)
    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
  }

  @Test func `a light that the next daemon does not know yet is held when it is added`() throws {
    let monitor = FakeDevice.backlight("ddcci5", maximum: 100, level: 50)
    let machine = try Machine([Machine.panel, monitor])
    let holder = try machine.start(["brightness", "hold", "--at", "ddcci5=20%"], errors: .included)
    try holder.wait(for: "holding\n")
    try machine.restart(without: monitor)
    try holder.wait(for: "; the hold resumes when it is back\n")
    holder.forget()

    try machine.plug(monitor)

    try holder.wait(for: "holding\n")
    #expect(try machine.level(of: monitor) == "20\n")
  }
}

extension DaemonHarness {
  /// Starts a hold of full brightness.
  fileprivate func hold(_ words: [String] = []) throws -> Program {
    try machine.start(["brightness", "hold", "--max"] + words)
  }
}
