import BrightnessEventLoop
import Glibc
import HardwareTesting
import Programs
import Testing

@Suite struct ClientErrorTests {
  @Test(arguments: [
    [], ["list"], ["get"], ["set", "40%"], ["auto"], ["auto", "on"], ["auto", "history"],
    ["holds"], ["cancel", "1"], ["reset"],
  ])
  func `without a daemon the error says how to start one`(words: [String]) throws {
    let client = try Client(words)

    #expect(client.status == 3)
    #expect(client.output == "")
    #expect(
      client.errors
        == "cannot connect to '/socket': no such file or directory; start brightnessd, which is not on the PATH, with `--socket /socket`\n"
    )
  }

  @Test(arguments: [
    (["get", "kitchen", "--json"], 4, "noSuchLight", "cannot find 'kitchen': "),
    (["set", "50bogus", "--json"], 2, "invalidArguments", "cannot use '50bogus': "),
    (["cancel", "7", "--json"], 1, "noSuchHold", "there is no session 7"),
    (["hold", "--max=kitchen", "--json"], 4, "noSuchLight", "cannot find 'kitchen': "),
    (["set", "5%", "monitor", "--json"], 4, "noSuchLight", ""),
    (["hold", "--jsn", "--json", "--", "true"], 125, "invalidArguments", "cannot use '--jsn': "),
  ])
  func `with --json an error is JSON with a stable code`(words: [String], status: CInt, code: String, front: String)
    throws
  {
    let client = try Client(words, on: try Machine())

    #expect(client.status == status)
    #expect(client.errors == "")
    #expect(client.output.hasPrefix(#"{"version":1,"error":{"code":"\#(code)","message":"\#(front)"#))
  }

  @Test(arguments: [
    ([], 0), (["list"], 0), (["get"], 0), (["set", "40%"], 0), (["up"], 0), (["down"], 0), (["auto"], 0),
    (["auto", "on"], 0), (["auto", "history"], 0), (["holds"], 0),
    (["cancel", "1"], 0), (["reset"], 0), (["hold", "--max"], 0), (["watch"], 0),
    ([], 1), (["holds"], 1), (["cancel", "film"], 1), (["reset"], 1), (["cancel", "1"], 2), (["reset", "--all"], 2),
  ])
  func `a daemon that is silent, or falls silent after its first replies, is reported when the time is over`(
    words: [String],
    replies: Int
  ) throws {
    let silent = try SilentDaemon(after: replies)

    let client = try Client(words + ["--socket", silent.socket, "--timeout", "50ms"])

    #expect(client.status == 3)
    #expect(client.errors.hasSuffix("no reply within 0.05 seconds\n"))
  }

  @Test func `doctor, completions and brightnessctl's arguments end where a daemon falls silent`() throws {
    let silent = try SilentDaemon(after: 1)

    let doctor = try Client(["doctor", "--socket", silent.socket, "--timeout", "50ms"])
    #expect(doctor.output.contains("no reply within 0.05 seconds"))
    let completions = try Client(["complete", "--", "brightness", "cancel", "--socket", silent.socket, ""])
    #expect(completions.output == "")
    let dropIn = try Client(["-l"], as: "brightnessctl", ["BRIGHTNESSD_SOCKET=\(silent.socket)"])
    #expect(dropIn.status != 0)
  }

  @Test(arguments: [["--help"], ["help"], ["help", "set"], ["get", "--help"], ["--version"]])
  func `help needs no daemon`(words: [String]) throws {
    let client = try Client(words)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix(words == ["--version"] ? "brightness " : "usage: brightness "))
  }

  @Test(arguments: [
    (["sett"], "brightness", true), (["get", "kitchen"], "brightness", true), (["bogus"], "brightnessctl", false),
  ])
  func `the name of the program comes before its errors, except under that of brightnessctl`(
    words: [String],
    name: String,
    hasName: Bool
  ) throws {
    let client = try Client(words, as: name, on: try Machine())

    #expect(client.standardError.hasPrefix(hasName ? "brightness: cannot " : "cannot "))
  }

  @Test func `a non-blocking output is written completely`() throws {
    let lights = (1...30).map { FakeDevice.led("\($0)::kbd_backlight", maximum: 3, level: 1) }
    let machine = try Machine(lights)
    let program = try Program(
      [
        "/usr/bin/python3", "-c",
        """
        import fcntl, os, select, subprocess, sys
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        # One page: the list does not fit, so that the first write takes a part of it.
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
        client = subprocess.Popen([sys.argv[1], "list", "--json"], stdout=writing)
        os.close(writing)
        select.select([reading], [], [])
        # It sleeps where it waits, and is a zombie where it has given up.
        while open(f"/proc/{client.pid}/stat").read().rsplit(") ")[1][0] not in "SZ": pass
        text = b""
        while part := os.read(reading, 4096): text += part
        print(client.wait(), len(text) > 4096, text.endswith(b"}\\n"))
        """,
        try Program.path(of: "brightness"),
      ],
      ["BRIGHTNESSD_SOCKET=\(machine.socket)"]
    )

    #expect(try program.waitForOutput() == "0 True True\n")
  }

  @Test func `an output that cannot be written is a failure`() throws {
    let machine = try Machine()
    let program = try machine.start([
      "/bin/sh", "-c", "exec \"$0\" get > /dev/full 2>&1", try Program.path(of: "brightness"),
    ])

    #expect(program.waitForEnd() == 1)
  }
}

/// A daemon that passes on its first replies, and is silent after that: always to calls that end
/// sessions, and in a list after its first part.
private final class SilentDaemon {
  let machine: Machine
  let socket: String
  private let program: Program

  init(after replies: Int) throws {
    machine = try Machine()
    socket = machine.socket + "-silent"
    program = try Program(["/usr/bin/python3", "-c", Self.text, socket, machine.socket, "\(replies)"])
    _ = try program.nextLine()
  }

  private static let text = """
    import socket, sys, threading
    def connect():
        daemon = socket.socket(socket.AF_UNIX)
        daemon.connect(sys.argv[2])
        return daemon
    def frames(source):
        text = b""
        while part := source.recv(65536):
            *whole, text = (text + part).split(b"\\0")
            yield from whole
    left, lock, silent = int(sys.argv[3]), threading.Lock(), []
    def serve(client):
        global left
        silent.append(client)
        daemon = connect()
        silent.append(daemon)
        replies = frames(daemon)
        for call in frames(client):
            with lock:
                is_silent = left == 0 or b"Sessions.Cancel" in call or b"Sessions.Reset" in call
                left -= not is_silent
            if is_silent: return
            daemon.sendall(call + b"\\0")
            reply = next(replies)
            if left == 0 and b'"more":true' in call:
                reply = reply[:-1] + b',"continues":true}'
            client.sendall(reply + b"\\0")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    listener.listen(64)
    print("ready", flush=True)
    while True:
        threading.Thread(target=serve, args=[listener.accept()[0]], daemon=True).start()
    """
}
