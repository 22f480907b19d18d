import BrightnessControl
import BrightnessModel
import Glibc
import Programs
import RawClients
import Testing

@Suite struct ClientTerminalTests {
  private static let watching = "trap : INT; echo before; $0 watch; echo after $?; stty -a; exec cat"

  @Test func `the overview fits the terminal, with bars`() throws {
    let machine = try Machine()
    let terminal = try Terminal(columns: 40, rows: 10, "$0; exec cat", on: machine, ["LANG=C.UTF-8"])

    try terminal.wait(for: "38.4%")

    #expect(try terminal.lines() == ["LIGHT                        LEVEL", "panel  ███████▋              38.4%"])
  }

  @Test func `a terminal gets a header above the list of lights`() throws {
    let machine = try Machine()
    let terminal = try Terminal(columns: 60, rows: 10, "$0 list; exec cat", on: machine)

    try terminal.wait(for: "19200")

    #expect(
      try terminal.lines() == [
        "LIGHT            KIND   LEVEL       STEPS", "backlight/panel  panel  38.4%  7373/19200",
      ]
    )
  }

  @Test func `the live table shows a hold that changes no light, and its end`() throws {
    let harness = try DaemonHarness()
    let terminal = try Terminal(columns: 80, rows: 10, "exec $0 watch", on: harness.machine, ["LC_ALL=C"])
    try terminal.wait(for: "38.4%")

    let film = try harness.holder(#","name":"film""#)
    try terminal.wait(for: "in effect  100%  film by ")
    do {
      // For the same level, after the other.
      let ticket = try harness.machine.connect()
      try ticket.hold(#","name":"ticket","priority":"low""#)
      try terminal.wait(for: "overruled  100%  ticket by ")
      terminal.after { withExtendedLifetime(ticket) {} }
    }
    try terminal.wait(for: "in effect  100%  film by ")

    #expect(try terminal.lines().count == 4)
    withExtendedLifetime(film) {}
  }

  @Test func `the live table names the command of a hold, which starts after the hold`() throws {
    let machine = try Machine()
    let terminal = try Terminal(columns: 80, rows: 10, "exec $0 watch", on: machine, ["LC_ALL=C"])
    try terminal.wait(for: "38.4%")

    let film = try machine.start(["brightness", "hold", "--at", "20%", "--", "cat"])

    try terminal.wait(for: "cat by cat ")
    film.kill()
  }

  @Test func `the live table waits without a timer, also while a hold is shown`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(#","name":"film""#)
    let terminal = try Terminal(columns: 80, rows: 10, "exec $0 watch", on: harness.machine, ["LC_ALL=C"])
    try terminal.wait(for: "in effect  100%  film by ")

    let process = try terminal.fact("#{pane_pid}")
    // The sessions may be listed once more after the drawing: wait for the end of that call, whose
    // time limit is 15 seconds.
    let list = "grep -h it_value /proc/\(process)/fdinfo/*"
    let script = "while \(list) | grep -q '([2-9],\\|(1[0-9],'; do :; done; \(list)"
    let timers = try Program(["/bin/sh", "-c", script]).waitForOutput()

    #expect(timers == "it_value: (0, 0)\n")
    withExtendedLifetime(holder) {}
  }

  @Test(arguments: ["q", "C-c"])
  func `watch follows the lights, and q and Ctrl-C restore the terminal, but no other key`(key: String) throws {
    let machine = try Machine()
    let terminal = try Terminal(columns: 40, rows: 30, Self.watching, on: machine, ["LC_ALL=C"])
    try terminal.wait(for: "q: leave")
    let first = try terminal.lines()
    let page = try terminal.fact("#{alternate_on} #{cursor_flag}")

    try terminal.type("x", "Enter")
    _ = try Client(["set", "50%"], on: machine)
    try terminal.wait(for: "50%")
    let second = try terminal.lines()
    try terminal.type(key)
    try terminal.wait(for: " echo echoe")

    #expect(first[1] == "panel  ########------------  38.4%")
    #expect(page == "1 0")
    #expect(second == ["LIGHT                        LEVEL", "panel  ##########----------    50%", "q: leave"])
    #expect(try terminal.lines().starts(with: ["before", "after 0"]))
    #expect(try terminal.lines().contains { $0.contains("isig icanon") })
    #expect(try terminal.fact("#{alternate_on} #{cursor_flag}") == "0 1")
  }

  @Test func `a terminal of two rows keeps the hint, and one of one row the table`() throws {
    let machine = try Machine()
    for (rows, line) in [(2, "q: leave"), (1, "LIGHT                        LEVEL")] {
      let terminal = try Terminal(columns: 40, rows: rows, "exec $0 watch", on: machine, ["LC_ALL=C"])
      try terminal.wait(for: rows == 2 ? line : "LEVEL")
      #expect(try terminal.lines().last == line)
    }
  }

  @Test func `watch follows the size of the terminal`() throws {
    let machine = try Machine()
    let terminal = try Terminal(columns: 40, rows: 10, "exec $0 watch", on: machine, ["LC_ALL=C"])
    try terminal.wait(for: "38.4%")

    try terminal.after { try terminal.resize(columns: 24, rows: 6) }
    try terminal.wait(for: "38.4%")

    #expect(try terminal.lines() == ["LIGHT              LEVEL", "panel  ####------  38.4%", "q: leave"])
  }

  @Test func `watch reports that the daemon is not running, and continues with the next`() throws {
    let machine = try Machine()
    let terminal = try Terminal(columns: 40, rows: 10, "exec $0 watch", on: machine, ["LC_ALL=C"])
    try terminal.wait(for: "38.4%")

    machine.daemon.kill()
    try terminal.wait(for: "the daemon is no~")
    try terminal.after { try machine.restart() }
    try terminal.wait(for: "38.4%")

    #expect(
      try terminal.lines() == ["LIGHT                        LEVEL", "panel  ########------------  38.4%", "q: leave"]
    )
  }

  @Test func `a stopped watch restores the terminal until it continues`() throws {
    let machine = try Machine()
    let terminal = try Terminal(
      columns: 40,
      rows: 10,
      "set -m; $0 watch; echo stopped; read go; fg; exec cat",
      on: machine,
      ["LC_ALL=C"]
    )
    try terminal.wait(for: "38.4%")

    try terminal.type("C-z")
    try terminal.wait(for: "stopped")
    let page = try terminal.fact("#{alternate_on}")
    try terminal.after { try terminal.type("Enter") }
    try terminal.wait(for: "38.4%")

    #expect(page == "0")
    #expect(try terminal.fact("#{alternate_on}") == "1")
  }

  @Test func `Ctrl-C ends a hold and restores the light`() throws {
    let harness = try DaemonHarness()
    let terminal = try Terminal(
      columns: 40,
      rows: 10,
      "trap : INT; $0 hold --max; echo after $?; exec cat",
      on: harness.machine
    )
    try terminal.wait(for: "holding until Ctrl-C")
    try harness.observer.waitFor(.held)

    try terminal.type("C-c")
    try terminal.wait(for: "after 0")

    try harness.expectReturn()
  }

  @Test func `Ctrl-C reaches the command of a hold once, and the command may continue`() throws {
    let harness = try DaemonHarness()
    let script = try harness.machine.put(
      "trap 'echo caught' INT; echo began; read one; read two; exit 9\n",
      at: "script"
    )
    let terminal = try Terminal(
      columns: 40,
      rows: 10,
      "trap : INT; $0 hold --max -- sh \(script); echo after $?; exec cat",
      on: harness.machine
    )
    try terminal.wait(for: "began")
    try harness.observer.waitFor(.held)

    try terminal.type("C-c")
    try terminal.wait(for: "caught")
    try terminal.type("one", "Enter", "two", "Enter")
    try terminal.wait(for: "after 9")

    #expect(try terminal.lines().filter { $0.hasSuffix("caught") }.count == 1)
    try harness.expectReturn()
  }
}
