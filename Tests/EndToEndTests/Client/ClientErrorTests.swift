import Glibc
import Programs
import Testing

@Suite struct ClientErrorTests {
  @Test(arguments: [[], ["list"], ["get"], ["set", "40%"], ["sessions"], ["cancel", "1"], ["reset"]])
  func `without a daemon it fails with how to start one`(arguments: [String]) throws {
    let client = try Client(arguments)

    #expect(client.status == 3)
    #expect(client.output == "")
    #expect(
      client.errorOutput
        == "cannot connect to '/socket': no such file or directory; start it with `brightnessd --socket /socket`\n"
    )
  }

  @Test func `a socket on the command line takes precedence over the environment`() throws {
    let machine = try Machine()

    let client = try Client(["get", "--socket", machine.socket])

    #expect(client.status == 0)
    #expect(client.output == "38.4%\n")
  }

  @Test(arguments: [["sett"], ["set", "50bogus"], ["get", "--jsn"], ["list", "all"]])
  func `invalid arguments fail before the daemon is contacted`(arguments: [String]) throws {
    let client = try Client(arguments)

    #expect(client.status == 2)
    #expect(client.errorOutput.hasPrefix("cannot use '"))
    #expect(client.errorOutput.split(separator: "\n").count == 1)
  }

  @Test(arguments: [["--help"], ["help"], ["help", "set"], ["get", "--help"], ["--version"]])
  func `help needs no daemon`(arguments: [String]) throws {
    let client = try Client(arguments)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix(arguments == ["--version"] ? "brightness " : "usage: brightness "))
  }

  @Test func `an error is one line, whatever its arguments contain`() throws {
    let machine = try Machine()

    let client = try Client(["get", "a\n\u{1B}[31mb"], on: machine)

    #expect(client.status == 4)
    #expect(client.errorOutput == "cannot find 'a\\n\\u{1B}[31mb': expected backlight/panel\n")
  }

  @Test func `a non-blocking output that is full is waited for`() throws {
    let program = try Program(
      [
        "/usr/bin/python3", "-c",
        """
        import os, subprocess, sys
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        while True:
            try: os.write(writing, b"x" * 4096)
            except BlockingIOError: break
        client = subprocess.Popen([sys.argv[1], "help", "--manual"], stdout=writing)
        os.close(writing)
        # It sleeps while it waits, and is a zombie if it has exited.
        while open(f"/proc/{client.pid}/stat").read().rsplit(") ")[1][0] not in "SZ": pass
        text = b""
        while part := os.read(reading, 4096): text += part
        print(client.wait(), text.endswith(b"brightnessd 8\\n"))
        """,
        try Program.path(of: "brightness"),
      ]
    )

    #expect(try program.waitForOutput() == "0 True\n")
  }

  @Test func `an output that cannot be written is a failure`() throws {
    let machine = try Machine()
    let program = try Program(
      ["/bin/sh", "-c", "exec \"$0\" get > /dev/full 2>&1", try Program.path(of: "brightness")],
      ["BRIGHTNESSD_SOCKET=\(machine.socket)"]
    )

    #expect(program.waitForEnd() == 1)
  }
}
