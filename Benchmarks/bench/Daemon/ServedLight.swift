import BrightnessEventLoop
import Glibc

/// Clients of one process that hold a light until it ends, and the microseconds that each waited
/// for its last reply.
struct Holders: ~Copyable, Sendable {
  let child: Child
  let times: [Double]

  var process: pid_t { child.process }
}

/// A server of a panel: the daemon, or the minimal server in C.
struct ServedLight: ~Copyable {
  /// Killed before its tree is removed.
  let child: Child
  let tree: BenchTree
  let socket: String
  /// The milliseconds from its start until it answers.
  let readyIn: Double
  /// Kept open, since the daemon sends more notifications than READY.
  private let notices: NotifySocket?
  private let onOneProcessor: Bool

  /// The daemon at a path.
  static func daemon(_ program: String, limits: String = "", onOneProcessor: Bool = false) throws -> ServedLight {
    let tree = try BenchTree()
    try tree.put("[Limits]\n\(limits)", at: "\(tree.root)/conf")
    let notices = try NotifySocket(at: "\(tree.root)/notices")
    let places = ["socket", "state", "conf"].map { "\(tree.root)/\($0)" }
    let words = ["--sysfs", tree.root, "--socket", places[0], "--state", places[1], "--config", places[2]]
    let log = ["--log", "warning"]
    let start = LoopClock.Instant.now
    let variables = ["NOTIFY_SOCKET=\(tree.root)/notices", try serviceVariable("GLIBC_TUNABLES")]
    let child = try Child(program, words + log, variables: variables, onOneProcessor: onOneProcessor)
    try notices.wait(for: "READY=1")
    let time = microseconds(start, .now) / 1000
    return ServedLight(
      child: child,
      tree: tree,
      socket: places[0],
      readyIn: time,
      notices: notices,
      onOneProcessor: onOneProcessor
    )
  }

  /// An epoll loop that replies with as many bytes as GetInfo, and writes the base when a client
  /// disconnects.
  static func floor(onOneProcessor: Bool = false) throws -> ServedLight {
    let tree = try BenchTree()
    let socket = "\(tree.root)/socket"
    let start = LoopClock.Instant.now
    let words = ["serve", socket, tree.level, BenchTree.base, "256"]
    let child = try Child(builtProgram("Floor"), words, onOneProcessor: onOneProcessor)
    _ = try child.printed()
    let time = microseconds(start, .now) / 1000
    return ServedLight(
      child: child,
      tree: tree,
      socket: socket,
      readyIn: time,
      notices: nil,
      onOneProcessor: onOneProcessor
    )
  }

  /// The microseconds of each of `count` replies to a call, made after `first`, with `between`
  /// after each.
  func ask(_ count: Int, _ call: String, first: String = "", between: String = "") throws -> [Double] {
    let client = try Child(
      builtProgram("Floor"),
      ["ask", socket, "\(count)", first, call, between],
      onOneProcessor: onOneProcessor
    )
    let times = try client.allPrinted().split(separator: "\n").compactMap { Double($0) }
    precondition(times.count == count, "every call is answered")
    return times.map { $0 / 1000 }
  }

  /// A process that holds the light with these calls, on this many connections.
  func hold(by calls: [String] = Calls.pushing(100), connections: Int = 1) throws -> Holders {
    let child = try Child(
      builtProgram("Floor"),
      ["hold", socket, "\(connections)"] + calls,
      onOneProcessor: onOneProcessor
    )
    var text = ""
    while !text.hasSuffix("held\n"), let more = try child.printed() { text += more }
    let times = text.split(separator: "\n").compactMap { Double($0) }
    precondition(times.count == connections, "every hold is answered")
    return Holders(child: child, times: times.map { $0 / 1000 })
  }
}
