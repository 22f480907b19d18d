import EventLoop
import Glibc

/// Clients of one process that hold a light until it ends, and how many microseconds each waited for the last answer.
struct Holders: ~Copyable, Sendable {
  let child: Child
  let times: [Double]

  var process: pid_t { child.process }
}

/// A server of a panel: the daemon, or the floor that stands for the least a server costs.
struct ServedLight: ~Copyable {
  /// Ends before its tree does.
  let child: Child
  let tree: BenchTree
  let socket: String
  /// How many milliseconds passed from its start until it could be asked.
  let readyIn: Double
  /// Kept open: the daemon has more to say than that it is ready.
  private let notices: NoticeSocket?
  private let onOneProcessor: Bool

  /// The daemon that lies at a path.
  static func daemon(_ program: String, limits: String = "", onOneProcessor: Bool = false) throws -> ServedLight {
    let tree = try BenchTree()
    try tree.put("[Limits]\n\(limits)", at: "\(tree.root)/conf")
    let notices = try NoticeSocket(at: "\(tree.root)/notices")
    let places = ["socket", "state", "conf"].map { "\(tree.root)/\($0)" }
    let words = ["--sysfs", tree.root, "--socket", places[0], "--state", places[1], "--config", places[2]]
    let log = ["--log", "warning"]
    let start = LoopClock.Instant.now
    let variables = ["NOTIFY_SOCKET=\(tree.root)/notices"]
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

  /// An epoll loop that answers with as many bytes as GetInfo does, and writes the base for whoever goes.
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

  /// How many microseconds each of so many answers took, to a call that is made after `first`, with `between` after each.
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

  /// A process of its own that holds the light by these calls, on so many connections.
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
