import Glibc
import Programs
import Testing

@Suite struct ClientTroubleTests {
  @Test(arguments: [[], ["list"], ["get"], ["set", "40%"], ["sessions"], ["cancel", "1"], ["reset"]])
  func `without a daemon it says how to start one`(words: [String]) throws {
    let client = try Client(words)

    #expect(client.status == 3)
    #expect(client.output == "")
    #expect(
      client.complaint
        == "cannot connect to '/socket': no such file or directory; start it with `brightnessd --socket /socket`\n"
    )
  }

  @Test func `a socket on the command line comes before that of the environment`() throws {
    let machine = try Machine()

    let client = try Client(["get", "--socket", machine.socket])

    #expect(client.status == 0)
    #expect(client.output == "38.4%\n")
  }

  @Test(arguments: [["sett"], ["set", "50bogus"], ["get", "--jsn"], ["list", "all"]])
  func `misuse is said before anybody is asked`(words: [String]) throws {
    let client = try Client(words)

    #expect(client.status == 2)
    #expect(client.complaint.hasPrefix("cannot use '"))
    #expect(client.complaint.split(separator: "\n").count == 1)
  }

  @Test(arguments: [["--help"], ["help"], ["help", "set"], ["get", "--help"], ["--version"]])
  func `help needs no daemon`(words: [String]) throws {
    let client = try Client(words)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix(words == ["--version"] ? "brightness " : "usage: brightness "))
  }

  @Test func `an output that takes nothing is a failure`() throws {
    let machine = try Machine()
    let program = try Program(
      ["/bin/sh", "-c", "exec \"$0\" get > /dev/full 2>&1", try Program.path(of: "brightness")],
      ["BRIGHTNESSD_SOCKET=\(machine.socket)"]
    )

    #expect(program.waitForEnd() == 1)
  }
}
