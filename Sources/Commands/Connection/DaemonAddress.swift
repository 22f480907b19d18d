import ControlAPI
import EventLoop
import Glibc
import Varlink

/// Where the daemon is, and the loop on which it is talked to.
struct DaemonAddress: Sendable {
  /// The variable of the environment that names the socket.
  static let variable = "BRIGHTNESSD_SOCKET"

  /// That of the folder in which a user's own daemon listens.
  static let userVariable = "XDG_RUNTIME_DIR"

  let socket: String
  let loop: EventLoop
  /// How long a daemon that is not there, or has sent us away, is left in peace where nothing tells of it.
  var patience = Duration.seconds(1)
  private let usual: UsualSockets

  /// The socket that the command line names, or else the environment, or else the usual one.
  init(
    _ named: String?,
    _ variable: (String) -> String?,
    on loop: EventLoop,
    isThere: (String) -> Bool = { access($0, F_OK) == 0 }
  ) {
    usual = UsualSockets(variable(Self.userVariable))
    socket = named ?? variable(Self.variable).flatMap { $0.isEmpty ? nil : $0 } ?? usual.chosen(isThere)
    self.loop = loop
  }

  /// Whether it is the user's own daemon that is asked.
  var isOfUser: Bool { socket == usual.user }

  /// The folder in which that daemon, or else the system's, records what lights are owed.
  var state: String {
    let folders = (isOfUser ? socket : usual.system).split(separator: "/").dropLast()
    return (folders + ["state"]).map { "/\($0)" }.joined()
  }

  /// A connection of its own, which is a session.
  func connect() throws(Failure) -> ControlClient {
    do throws(VarlinkError) {
      return ControlClient(try VarlinkClient(connectingTo: address, on: loop))
    } catch {
      throw Failure(status: .unreachable, reason: "\(error)", hint: hint(error))
    }
  }

  /// Other than the wire's addresses, a path need not begin with a sign.
  private var address: String {
    socket.utf8.first.map("/.@".utf8.contains) != false || socket.hasPrefix("unix:") ? socket : "./\(socket)"
  }

  /// The file that stands for the socket; nil where it has a name only.
  var file: String? {
    let path = address.hasPrefix("unix:") ? String(address.dropFirst("unix:".count)) : address
    return path.hasPrefix("@") ? nil : path
  }

  private func hint(_ error: VarlinkError) -> String? {
    guard case .refused(let error) = error, [ENOENT, ECONNREFUSED].contains(error.code.rawValue) else { return nil }
    if isOfUser { return "start it with `systemctl --user start brightnessd`" }
    if socket == usual.system {
      return "start it with `systemctl start brightnessd`, or for you alone with `systemctl --user start brightnessd`"
    }
    return "start it with `brightnessd --socket \(socket)`"
  }
}

/// Where a daemon listens that was not told otherwise.
private struct UsualSockets {
  let system = ControlClient.usualSocket
  /// Nil for somebody who has no folder for sockets.
  let user: String?

  init(_ folder: String?) {
    user = folder.flatMap { $0.hasPrefix("/") ? ControlClient.socket(ofUserIn: $0) : nil }
  }

  /// The system's, and where it is not there the user's, if that is there.
  func chosen(_ isThere: (String) -> Bool) -> String {
    guard !isThere(system), let user, isThere(user) else { return system }
    return user
  }
}

extension DaemonAddress {
  /// Connects to the next daemon, as soon as there is one: the folders of its socket tell. One that has let us in and sent us
  /// away again is left in peace for a while, unless another comes. Nil if none has come in time.
  func connectAgain(isWelcome: Bool, until deadline: LoopClock.Instant? = nil) async throws(Failure) -> ControlClient? {
    let (tries, trial) = AsyncStream<Void>.makeStream()
    let arrivals = try watchArrivals { trial.yield() }
    // Of a name for which no file stands nobody tells.
    let isUntold = arrivals == nil
    if isWelcome { trial.yield() }
    let patience = Task(executorPreference: loop) { [loop, patience] in
      guard isUntold || !isWelcome else { return }
      repeat {
        try await loop.sleep(for: patience)
        trial.yield()
      } while isUntold
    }
    let end = Task(executorPreference: loop) { [loop] in
      guard let deadline else { return }
      try await loop.sleep(until: deadline)
      trial.finish()
    }
    defer {
      patience.cancel()
      end.cancel()
    }
    for await _ in tries {
      if let client = try? connect() { return client }
    }
    _ = consume arrivals
    if let deadline, deadline <= .now { return nil }
    throw Failure(status: .unreachable, reason: "cannot connect to '\(socket)': nobody waits for the daemon any more")
  }

  private func watchArrivals(_ tell: @escaping @Sendable () -> Void) throws(Failure) -> Watch? {
    guard let file else { return nil }
    do throws(SystemError) {
      return try loop.onArrival(at: file, callback: tell)
    } catch {
      throw Failure(status: .refused, reason: "\(error)")
    }
  }
}
