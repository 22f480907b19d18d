import CommandLines
import Daemon
import Glibc
import Hardware
import Service
import Testing

@testable import brightnessd

@Suite struct ArgumentsTests {
  @Test(arguments: [
    ["--socket", "a", "--sysfs", "b", "--state", "c", "--config", "d", "--log", "debug"],
    ["--socket=a", "--sysfs=b", "--state=c", "--config=d", "--log=debug"],
    ["--log=debug", "--config", "d", "--state=c", "--sysfs", "b", "--socket=a"],
  ])
  func `an option's value stands after it or after its sign`(words: [String]) throws {
    var expected = try Arguments([])
    expected.socket = "a"
    expected.sysfs = "b"
    expected.state = "c"
    expected.config = "d"
    expected.log = .debug

    #expect(try Arguments(words) == expected)
  }

  @Test(arguments: [["--check-config", "a"], ["--check-config=a"], ["--check-config", "--config", "a"]])
  func `the file to check stands after its option, or is that of the daemon`(words: [String]) throws {
    let arguments = try Arguments(words)

    #expect(arguments.task == .check)
    #expect(arguments.plan().places == ConfigurationPlaces(file: "a"))
  }

  @Test func `a machine of its own has a seat and an owner of its own, whatever user is at this one`() throws {
    let given = try Arguments(["--sysfs", "a"]).plan(simulatedAt: nil)
    let simulated = try Arguments(["--simulate"]).plan(simulatedAt: "b")
    let real = try Arguments([]).plan(simulatedAt: nil)

    #expect([given.seat, simulated.seat] == [SeatFile(".seats/seat0", in: "a"), SeatFile(".seats/seat0", in: "b")])
    #expect([given.owner, simulated.owner] == [getuid(), getuid()])
    #expect(real.seat == SeatFile("systemd/seats/seat0", in: "/run"))
    #expect(real.owner == nil)
  }

  @Test(arguments: [
    ([], Arguments.Task.serve), (["--simulate"], .serve),
    (["--restore"], .restore),
    (["--restore", "--sysfs", "a", "--state", "b", "--config", "c", "--log", "info"], .restore),
    (["--check-config"], .check),
    (["--check-config", "a"], .check),
    (["--user", "--check-config"], .check),
    (["--check-config", "--help"], .help),
    (["--user"], .serve),
    (["--user", "--restore"], .restore),
    (["--version"], .version),
    (["--help"], .help),
    (["-h"], .help),
    (["-V"], .version),
    (["--help", "--version", "--restore"], .help),
    (["--restore", "--version", "--help"], .help),
    (["--restore", "--version"], .version),
    (["--simulate", "--sysfs", "a", "--help"], .help),
  ])
  func `help comes before the version, and that before everything else`(words: [String], task: Arguments.Task) throws {
    #expect(try Arguments(words).task == task)
  }

  @Test(arguments: [
    (["--sockt", "a"], "'--sockt': unknown option"),
    (["-x"], "'-x': unknown option"),
    (["--"], "'--': unknown option"),
    (["serve"], "'serve': expected an option"),
    (["--socket", "a", "b"], "'b': expected an option"),
    ([""], "'': expected an option"),
    (["--socket"], "'--socket': expected a path after it"),
    (["--state", "--simulate"], "'--state': expected a folder after it"),
    (["--config="], "'--config': expected a file after it"),
    (["--config", ""], "'--config': expected a file after it"),
    (["--log", "loud"], "'--log loud': expected one of error, warning, notice, info, debug"),
    (["--log"], "'--log': expected a level after it"),
    (["--simulate=yes"], "'--simulate=yes': the option takes no value"),
    (["--simulate", "--simulate"], "'--simulate': given twice"),
    (["--log=info", "--log", "debug"], "'--log': given twice"),
    (["--sysfs", "a", "--simulate"], "'--simulate': it conflicts with '--sysfs'"),
    (["--user", "--simulate"], "'--simulate': it conflicts with '--user'"),
    (["--restore", "--simulate"], "'--simulate': it conflicts with '--restore'"),
    (["--restore", "--socket", "a"], "'--socket': it conflicts with '--restore'"),
    (["--check-config", "--restore"], "'--check-config': it conflicts with '--restore'"),
    (["--simulate", "--check-config"], "'--check-config': it conflicts with '--simulate'"),
    (["--check-config", "a", "b"], "'b': expected an option"),
    (["a", "--check-config"], "'a': expected an option"),
    (["--help", "--sockt"], "'--sockt': unknown option"),
  ])
  func `an invalid argument is an error that names what was expected`(words: [String], sentence: String) {
    let error = #expect(throws: UsageError.self) { try Arguments(words) }

    #expect(error?.description == "cannot use \(sentence)")
  }

  @Test func `with --user it serves that user alone, at the user's places`() throws {
    let user = try UserPlaces { $0 == "XDG_RUNTIME_DIR" ? "/run/user/1000" : nil }

    let plan = try Arguments(["--user", "--sysfs", "/a"]).plan(for: user)

    #expect(plan.socket == "/run/user/1000/brightnessd/io.brightnessd")
    #expect(plan.state == "/run/user/1000/brightnessd/state")
    #expect(plan.owner == getuid())
    #expect(plan.isForOwnerAlone)
    #expect(plan.attributeIO.attributes is FilesOrLogind)
  }

  @Test func `without --user it serves all users, and asks no logind`() throws {
    let plan = try Arguments([]).plan()

    #expect(plan.socket == "/run/brightnessd/io.brightnessd")
    #expect(plan.owner == nil)
    #expect(!plan.isForOwnerAlone)
    #expect(!(plan.attributeIO.attributes is FilesOrLogind))
  }

  @Test func `the help names every option`() throws {
    let options = [
      "--socket", "--sysfs", "--simulate", "--state", "--config", "--user", "--log", "--check-config", "--record",
      "--replay", "--restore", "-h, --help", "-V, --version",
    ]
    for option in options {
      #expect(Arguments.help.contains("\n  \(option) "))
    }
    #expect(Arguments.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
