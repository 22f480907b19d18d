import BrightnessEventLoop
import Brokers
import Glibc
import HardwareTesting
import Programs
import Testing

/// `brightness fleet`, which becomes `brightness-fleet`.
@Suite struct ClientFleetTests {
  @Test func `the arguments reach the program byte by byte, and its status is that of the client`() throws {
    let broker = try Broker()
    let controller = try RunningController(of: broker)
    let shell = "printf %s \"$1\" | od -An -tx1; exit 7"
    // The shell of the test makes the byte, which a Swift string cannot contain.
    let line = #"exec "$0" fleet "$@" -- sh -c '\#(shell)' - "$(printf '\377')""#
    let client = try Program.path(of: "brightness")

    let run = try Run(
      ["/bin/sh", "-c", line, client] + controller.words.dropFirst() + ["hold", "--to", "all", "--max"],
      errors: .apart
    )

    #expect(run.output == " ff\n")
    #expect(run.status == 7)
  }

  @Test func `the program completes its arguments`() throws {
    let run = try Run(["brightness", "complete", "--", "fleet", "hold", "--to=lobby", "--leas"])

    #expect(run.output.hasPrefix("--lease\t"))
    #expect(run.lines.count == 1)
  }

  @Test func `a missing program is an error that names its package`() throws {
    let folder = try TemporaryFolder()
    let client = "\(folder.path)/brightness"
    let file = try Program.path(of: "brightness")
    try systemCall("link", file) { link(file, client) }

    let run = try Run(["/usr/bin/env", "PATH=\(folder.path)", client] + ["fleet", "list"])

    #expect(
      run.output
        == "brightness: cannot run 'brightness-fleet': no such file or directory; install the package brightnessd-mqtt\n"
    )
    #expect(run.status == 1)
  }
}
