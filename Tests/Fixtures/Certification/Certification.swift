import BrightnessEventLoop
import BrightnessVarlink
import Glibc

/// `org.varlink.certification` from both sides: `Certification server ADDRESS` and
/// `Certification client ADDRESS`.
///
/// The server says "ready" when it listens, and ends with its parent; the client says "certified",
/// or what went wrong.
@main struct Certification {
  static let interface = "org.varlink.certification"
  /// The methods after `Start`, in the order in which they are called.
  static let tests = (1...11).map { $0 < 10 ? "Test0\($0)" : "Test\($0)" } + ["End"]

  static func method(_ name: String) -> String { "\(interface).\(name)" }

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(2) }
    switch arguments[1] {
    case "server": try serve(at: arguments[2])
    case "client": try call(arguments[2])
    default: exit(2)
    }
  }

  private static func serve(at path: String) throws {
    let loop = try EventLoop()
    let parent = try loop.onEnd(ofProcess: getppid()) { _ in exit(0) }
    let events = ServerEvents(
      closed: { _, reason in say("closed: \(reason)") },
      failed: { say("\($0)") }
    )
    let server = VarlinkServer(Examiner().service(), on: loop, events: events)
    try server.listen(at: path)
    say("ready")
    withExtendedLifetime(server) { loop.run() }
    _ = consume parent
  }

  private static func call(_ address: String) throws {
    let loop = try EventLoop()
    let client = try VarlinkClient(connectingTo: address, on: loop)
    Task(executorPreference: loop) {
      do {
        try await Candidate(client: client).takeAllTests()
        say("certified")
        exit(0)
      } catch {
        say("\(error)")
        exit(1)
      }
    }
    loop.run()
  }

  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    write(STDOUT_FILENO, bytes, bytes.count)
  }
}
