import BrightnessControl
import BrightnessEventLoop
import DDC
import DDCTesting
import Glibc
import HardwareTesting
import Programs
import Testing

@testable import DDCWorker

/// The program itself, on buses that are sockets.
@Suite struct ProgramTests {
  @Test func `it prints its help, in which each option is`() throws {
    let run = try Run(["brightnessd-ddc", "--help"])

    #expect((run.status, run.output) == (0, WorkerArguments.help + "\n"))
  }

  @Test(arguments: ["--version", "-V"])
  func `it prints its version`(option: String) throws {
    let run = try Run(["brightnessd-ddc", option])

    #expect((run.status, run.output) == (0, "brightnessd-ddc \(Version.current)\n"))
  }

  @Test(
    arguments: [
      (["--bogus"], "cannot use '--bogus': unknown option"),
      (["card1-DP-1"], "cannot use 'card1-DP-1': expected an option"),
      (["--sysfs"], "cannot use '--sysfs': expected a folder after it"), (["--"], "cannot use '--': unknown option"),
      (["--list", "--list"], "cannot use '--list': given twice"),
    ]
  )
  func `invalid arguments end it with status 2 and a line`(_ words: [String], _ reason: String) throws {
    let run = try Run(["brightnessd-ddc"] + words)

    #expect((run.status, run.output) == (2, "brightnessd-ddc: \(reason); see brightnessd-ddc --help\n"))
  }

  @Test func `it lists monitors and unused connectors, and sends nothing`() throws {
    let machine = try Machine()
    try machine.tree.addConnector("card1-eDP-1", EDIDBytes("AUO").bytes)

    let run = try Run(["brightnessd-ddc", "--list", "--sysfs", machine.tree.root])

    #expect(run.lines == ["ddc/DEL-a0b1-777 at card1-DP-1: U2720Q", "card1-eDP-1 is not used: the panel is built in"])
    #expect(machine.bus.bus.openCount == 0)
    #expect(machine.bus.bus.journal == [])
  }

  @Test func `it reads, writes, reads again and ends with its input`() throws {
    let machine = try Machine()
    let worker = try machine.startedWorker()

    #expect(try worker.reply(to: .connector("card1-DP-1"), machine.bus) == .done)
    #expect(try worker.reply(to: .read(of: machine.fingerprint), machine.bus) == .level(MonitorLevel(40, of: 100)))
    #expect(try worker.reply(to: .write(77, to: machine.fingerprint), machine.bus) == .done)
    #expect(machine.bus.bus.monitor?.level == 77)
    #expect(try worker.reply(to: .read(of: machine.fingerprint), machine.bus) == .level(MonitorLevel(77, of: 100)))
    #expect(worker.waitForEnd() == 0)
  }

  @Test func `the kernel shows its name, although the file has another one`() throws {
    let machine = try Machine()
    let worker = try machine.startedWorker()

    #expect(try worker.reply(to: .connector("card1-DP-1"), machine.bus) == .done)

    let shown = try Descriptor.contents(of: "/proc/\(worker.program.process)/comm", upTo: 64)
    #expect(String(decoding: shown, as: UTF8.self) == "brightnessd-ddc\n")
  }

  @Test func `its own time is that of the standard, at least`() throws {
    let machine = try Machine()
    machine.bus.bus.monitor?.faults.slowness = .milliseconds(40)
    machine.bus.bus.monitor?.faults.locksUpBelow = .milliseconds(40)
    let worker = try machine.startedWorker()
    _ = try worker.reply(to: .connector("card1-DP-1"), machine.bus)

    for level in [1, 2, 3] as [UInt16] {
      #expect(try worker.reply(to: .write(level, to: machine.fingerprint), machine.bus) == .done)
      #expect(
        try worker.reply(to: .read(of: machine.fingerprint), machine.bus) == .level(MonitorLevel(level, of: 100))
      )
    }
    #expect(machine.bus.bus.monitor?.messageCount == 9)
  }

  @Test func `a fault below it that it can work around becomes a level, another one a reason`() throws {
    let machine = try Machine()
    machine.bus.bus.refusesTransfers = true
    machine.bus.bus.lockedPolls = 1
    let worker = try machine.startedWorker()
    _ = try worker.reply(to: .connector("card1-DP-1"), machine.bus)

    let first = try worker.reply(to: .read(of: machine.fingerprint), machine.bus)
    machine.bus.bus.monitor = nil
    let second = try worker.reply(to: .read(of: machine.fingerprint), machine.bus)

    #expect(first == .level(MonitorLevel(40, of: 100)))
    #expect(second == .failed(WorkerFault(.isRefused, code: UInt16(EIO))))
  }

  @Test func `a bus that is not there is a reason`() throws {
    let machine = try Machine()
    let other = EDIDBytes("GSM").bytes
    try machine.tree.addConnector("card1-DP-2", other)
    try machine.tree.addBus(8, "AUX", in: MonitorTree.place(of: "card1-DP-2"))
    let worker = try machine.startedWorker()
    _ = try worker.reply(to: .connector("card1-DP-2"), machine.bus)

    let reply = try worker.reply(to: .read(of: EDID(other).fingerprint), machine.bus)

    #expect(reply == .failed(WorkerFault(.isNotOpened, code: UInt16(ENOENT))))
  }

  @Test(
    arguments: [
      ([2, 0, 0], "cannot read 'standard input': it ended after 3 of 16 bytes of a request"),
      (Array(repeating: 0xFF, count: 16), "cannot read 'standard input': no request begins with ff ff ff ff"),
    ] as [([UInt8], String)]
  )
  func `bytes that are no request end it with status 1 and a line`(_ bytes: [UInt8], _ reason: String) throws {
    let machine = try Machine()
    let worker = try machine.startedWorker(errors: .included)

    try worker.send(bytes)

    #expect(worker.waitForEnd() == 1)
    #expect(try worker.program.waitForOutput() == "brightnessd-ddc: \(reason)\n")
  }

  @Test func `a caller that does not wait for its reply ends it with status 0`() throws {
    let machine = try Machine()
    let worker = try machine.startedWorker(errors: .included)

    worker.stopReading()
    try worker.send(try #require(WorkerRequest.connector("card1-DP-1").bytes))

    #expect(worker.program.waitForEnd() == 0)
    #expect(try worker.program.waitForOutput() == "")
  }
}
