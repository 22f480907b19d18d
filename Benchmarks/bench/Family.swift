import BrightnessEventLoop
import BrightnessModel

/// Figures that are measured together.
struct Family: Sendable {
  let name: String
  let measure: @Sendable (EventLoop) async throws -> [Figure]

  static let core = [
    // First, while the heap is as small as a daemon's: in a fragmented heap, related objects lie
    // far apart.
    Family(name: "drop", measure: drops),
    Family(name: "memory", measure: holdMemory),
    Family(name: "send", measure: sends),
    Family(name: "list", measure: listSends),
    Family(name: "scopes", measure: scopedSends),
    Family(name: "presented", measure: presentedSends),
    Family(name: "holds", measure: holds),
    Family(name: "cancel", measure: sameTurnCancels),
    Family(name: "long", measure: longEffect),
    Family(name: "teststore", measure: testStores),
    Family(name: "idle", measure: idleLoop),
  ]

  static let lights = [
    Family(name: "arbitrate", measure: arbitrations)
  ]

  /// The families of the daemon at this path.
  static func daemon(_ program: String) -> [Family] {
    [
      Family(name: "rtt") { _ in try roundTrips(program) },
      Family(name: "kill") { _ in try kills(program) },
      Family(name: "idle") { loop in try await idleDaemon(program, loop) },
      Family(name: "following") { loop in try await followingDaemon(program, loop) },
      Family(name: "ready") { _ in try readiness(program) },
      Family(name: "sessions") { _ in try sessions(program) },
      Family(name: "hold") { _ in try watchedHolds(program) + firstHolds(program) },
      Family(name: "set") { _ in try operations(program) },
      Family(name: "storm") { _ in try storms(program) },
    ]
  }

  /// The families of the bridge at this path, with the daemon at another.
  static func fleet(_ program: String, _ daemon: String) -> [Family] {
    [
      Family(name: "kill") { loop in try await remoteHolds(daemon, program, loop) },
      Family(name: "swarm") { loop in try await brokerStorm(daemon, program, loop) },
    ]
  }

  /// The families of the client at this path, with the daemon at another.
  static func client(_ program: String, _ daemon: String) -> [Family] {
    [Family(name: "run") { _ in try clientRuns(program, daemon) }]
  }
}

/// One measured number.
///
/// A limit of a time is a multiple of its floor, because machines differ. It bounds processor time
/// where the scheduler would decide the rest, so that it also holds on a busy machine.
struct Figure: Sendable {
  let name: String
  let value: Double
  /// The limit that it must keep.
  var limit: Limit?
  /// What the value is compared with: the minimal server, the comparison program or a bare task,
  /// measured in this run.
  var floor: Double?

  enum Limit: Sendable {
    case atMost(Double)
    case exactly(Double)
  }
}
