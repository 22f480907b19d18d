import BrightnessControl
import Glibc
import HardwareTesting
import Programs
import RawClients
import Testing

@Suite struct ClientHoldsTests {
  private static let name = #","name":"ticket","reason":"the train""#

  @Test func `the overview and holds show the holder of a light and the reason`() throws {
    let harness = try DaemonHarness()
    let before = try Client(["holds"], on: harness.machine).output
    let holder = try harness.holder(Self.name)

    let overview = try Client([], on: harness.machine).output.split(separator: "\n")
    let holds = try Client(["holds"], on: harness.machine).output.split(separator: "\n")

    #expect(overview.count == 3)
    #expect(overview.dropLast().last == "panel   100%  38.4%")
    #expect(overview.last?.hasPrefix("  in effect  100%  ticket by ") == true)
    #expect(overview.last?.contains(" (\(getpid())), session ") == true)
    #expect(overview.last?.hasSuffix(": the train") == true)
    #expect(before == "no holds\n")
    #expect(holds.count == 2)
    #expect(holds.first?.hasPrefix("SESSION  HOLDER") == true)
    #expect(holds.last?.contains("ticket  100%    in effect  the train") == true)
    withExtendedLifetime(holder) {}
  }

  @Test func `cancel ends a session by the name of its hold`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let client = try Client(["cancel", "ticket"], on: harness.machine)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix("ended ticket by "))
    #expect(client.output.hasSuffix(": the train\n"))
    try harness.expectReturn()
    withExtendedLifetime(holder) {}
  }

  @Test func `cancel ends a session without a hold`() throws {
    let harness = try DaemonHarness()
    let watcher = try harness.machine.connect()
    let list = try watcher.call("List", "{}")
    let session = list.matches(of: /"id":(\d+)/).compactMap { Int($0.1) }.max() ?? 0

    let client = try Client(["cancel", "\(session)"], on: harness.machine)

    #expect(client.output == "ended session \(session), which held nothing\n")
    withExtendedLifetime(watcher) {}
  }

  @Test(arguments: [["reset"], ["reset", "--all"]])
  func `reset ends all holds and waits until the panel is restored`(words: [String]) throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let client = try Client(words, on: harness.machine)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix("ended ticket by "))
    #expect(client.output.hasSuffix(": the train\n"))
    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
    #expect(holder.receive().map { $0.contains("cancelled") } ?? true)
  }

  @Test(arguments: [["cancel", "film"], ["reset"]])
  func `the holder is named even if it has ended with its hold`(words: [String]) throws {
    let folder = try TemporaryFolder()
    let daemon = try Program(["/usr/bin/python3", "-c", Self.endingDaemon, "\(folder.path)/socket"])
    _ = try daemon.nextLine()

    let client = try Client(words + ["--socket", "\(folder.path)/socket"])

    #expect(client.errors == "")
    #expect(client.output.hasPrefix("ended film by sleep ("))
  }

  /// A daemon with one hold, whose holder has ended before the daemon replies that the hold has.
  private static let endingDaemon = """
    import json, os, socket, subprocess, sys, threading
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen()
    holder = subprocess.Popen(["sleep", "60"])
    scene = {"id": 1, "name": "film", "claims": [], "priority": "normal", "onUserChange": "yield",
             "appeared": True, "deciding": True, "yielded": []}
    session = {"id": 7, "uid": os.getuid(), "pid": holder.pid, "ageMilliseconds": 0, "suspended": False, "scenes": [scene]}
    def serve(client):
        received = b""
        while data := client.recv(65536):
            received += data
            while b"\\0" in received:
                call, received = received.split(b"\\0", 1)
                method = json.loads(call)["method"].rsplit(".")[-1]
                if method == "List":
                    reply = {"sessions": [session]}
                else:
                    holder.kill()
                    holder.wait()
                    reply = {"sessions": 1} if method == "Reset" else {}
                client.sendall(json.dumps({"parameters": reply}).encode() + b"\\0")
    print("serving", flush=True)
    while True: threading.Thread(target=serve, args=(server.accept()[0],)).start()
    """

  @Test func `reset without holds says so`() throws {
    let client = try Client(["reset"], on: try Machine())

    #expect((client.status, client.output) == (0, "no holds\n"))
  }

  @Test(arguments: [["cancel", "ticket", "--json"], ["reset", "--json"]])
  func `what ended is listed as JSON`(words: [String]) throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let client = try Client(words, on: harness.machine)

    #expect(client.output.hasPrefix(#"{"version":1,""#))
    #expect(client.output.contains(#","holds":[{"id":"#))
    #expect(client.output.contains(#""name":"ticket","reason":"the train""#))
    withExtendedLifetime(holder) {}
  }

  @Test func `set prints the base level of a held light`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(#","onUserChange":"rebase""#)
    let session = try #require(try harness.observer.holders().first)

    let client = try Client(["set", "20%"], on: harness.machine)

    #expect(client.output == "20%, held at 100% by session \(session.id)\n")
    withExtendedLifetime(holder) {}
  }
}
