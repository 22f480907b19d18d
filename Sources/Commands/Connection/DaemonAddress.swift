import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import Glibc

/// The socket of the daemon, and the loop for connections to it.
package struct DaemonAddress: Sendable {
  static let variable = "BRIGHTNESSD_SOCKET"
  /// Environment variable that names the directory of the per-user daemon's socket.
  static let userVariable = "XDG_RUNTIME_DIR"
  /// Folders of the administrator, of the running system and of packages, in the order of their
  /// precedence; `/lib` where `/usr` is not merged.
  package static let systemFolders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]

  package let socket: String
  package let isOfUser: Bool
  package let loop: EventLoop
  private let exists: @Sendable (String) -> Bool
  private let searchPath: [String]
  private let userConfiguration: String?
  private let isRoot: Bool
  /// Time until the daemon's first reply to a call; nil for ever. Long enough for a slow monitor:
  /// its first contact, and three writes that it does not confirm.
  var timeLimit: Duration? = .seconds(15)
  /// Time between attempts when no event reports that the daemon is back.
  var retryDelay = Duration.seconds(1)

  /// The socket from the command line, otherwise from the environment, otherwise that of the system
  /// daemon, or of the per-user daemon if only that exists.
  init(
    _ named: String?,
    _ variable: (String) -> String?,
    on loop: EventLoop,
    isRoot: Bool = geteuid() == 0,
    exists: @escaping @Sendable (String) -> Bool = { access($0, F_OK) == 0 }
  ) {
    self.exists = exists
    self.isRoot = isRoot
    searchPath = variable("PATH")?.split(separator: ":").map(String.init) ?? []
    userConfiguration = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" }
    let systemSocket = ControlClient.usualSocket
    let runtimeFolder = variable(Self.userVariable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    let userSocket = runtimeFolder.map(ControlClient.socket(ofUserIn:))
    let configured = named ?? variable(Self.variable).flatMap { $0.isEmpty ? nil : $0 }
    let existingUserSocket = userSocket.flatMap { exists($0) ? $0 : nil }
    let usual = exists(systemSocket) ? systemSocket : existingUserSocket ?? systemSocket
    socket = configured ?? usual
    isOfUser = socket == userSocket
    self.loop = loop
  }

  /// The folder of restore records of that daemon, or by default of the system daemon.
  package var stateFolder: String {
    let folders = (isOfUser ? socket : ControlClient.usualSocket).split(separator: "/").dropLast()
    return (folders + ["state"]).map { "/\($0)" }.joined()
  }

  /// Opens a connection, which is a session of its own.
  package func connect() throws(Failure) -> ControlClient {
    do throws(VarlinkError) {
      return try open()
    } catch {
      throw Failure(.unreachable, reason: "\(error)", hint: hint(error))
    }
  }

  private func open() throws(VarlinkError) -> ControlClient {
    var limits = WireLimits.ofClient
    limits.silence = timeLimit
    return ControlClient(try VarlinkClient(connectingTo: address, on: loop, limits: limits))
  }

  /// Whether the daemon that answers was already running at `time`.
  func hasRun(since time: LoopClock.Instant) async -> Bool {
    guard let report = try? await connect().health.report() else { return false }
    // Measured after the reply, so that a daemon that this call has started counts as new.
    return LoopClock.Instant.now.advanced(by: .zero - report.age) <= time
  }

  /// Makes a call that waits until lights are restored, however long that takes, while the daemon
  /// replies to other calls.
  package func askPatiently<Reply>(
    _ verb: String,
    _ object: String,
    needing right: Failure.Right,
    _ call: (ControlClient) async throws(ControlError) -> Reply
  ) async throws(Failure) -> Reply {
    var patient = self
    patient.timeLimit = nil
    let client = try patient.connect()
    let watch = Task(executorPreference: loop) { [client] in
      do {
        while let timeLimit {
          _ = try await connect().health.report()
          try await loop.sleep(until: .now.advanced(by: timeLimit))
        }
      } catch ControlError.call(.disconnected(.silent(let limit))) {
        client.connection.close(because: .silent(limit))
      } catch {
        // This call or the daemon has ended, and the connection ends with it.
      }
    }
    defer { watch.cancel() }
    return try await client.ask(verb, object, needing: right, call)
  }

  /// The same address with more time for the reply to a call that lasts as long as a fade.
  package func allowing(fade: Duration?) -> DaemonAddress {
    var address = self
    address.timeLimit = timeLimit.map { $0 + (fade ?? .zero) }
    return address
  }

  /// The Varlink address. `socket` may be a relative path, which such an address cannot be.
  private var address: String {
    socket.utf8.first.map("/.@".utf8.contains) != false || socket.hasPrefix("unix:") ? socket : "./\(socket)"
  }

  /// The file of the socket; nil in the abstract namespace.
  var file: String? {
    let path = address.hasPrefix("unix:") ? String(address.dropFirst("unix:".count)) : address
    return path.hasPrefix("@") ? nil : path
  }

  private func hint(_ error: VarlinkError) -> String? {
    guard case .refused(let error) = error, [ENOENT, ECONNREFUSED].contains(error.code.rawValue) else { return nil }
    let isOnPath = searchPath.contains { exists("\($0)/brightnessd") }
    let elsewhere = "start brightnessd, which is not on the PATH"
    guard isOfUser || socket == ControlClient.usualSocket else {
      return isOnPath ? "start it with `brightnessd --socket \(socket)`" : "\(elsewhere), with `--socket \(socket)`"
    }
    let system = hasUnit("system")
    let user = hasUnit("user")
    let forUser = "for you alone with `systemctl --user start brightnessd`"
    if !isOfUser, system { return "start it with `systemctl start brightnessd`" + (user ? ", or \(forUser)" : "") }
    if !isOfUser, isRoot { return isOnPath ? "start it with `brightnessd`" : elsewhere }
    if user { return "start it \(forUser)" }
    return isOnPath ? "start it for you alone with `brightnessd --user`" : "\(elsewhere), with `--user`"
  }

  /// Whether systemd runs and knows the unit of the daemon, so that a hint names a command that
  /// works.
  private func hasUnit(_ manager: String) -> Bool {
    let folders = Self.systemFolders + (manager == "user" ? [userConfiguration].compactMap(\.self) : [])
    return exists("/run/systemd/system")
      && folders.contains { exists("\($0)/systemd/\(manager)/brightnessd.service") }
  }

  /// Connects to the next daemon as soon as its socket appears. Returns nil at the deadline.
  /// Without `wasServed`, the daemon closed the last connection before a reply and would do so
  /// again, so wait for the retry delay first.
  func connectAgain(wasServed: Bool, until deadline: LoopClock.Instant? = nil) async throws(Failure) -> ControlClient? {
    let client = await connectPatiently(
      to: file,
      on: loop,
      atOnce: wasServed,
      retryingAfter: retryDelay,
      until: deadline
    ) { () throws(VarlinkError) in try open() }
    if let client { return client }
    if let deadline, deadline <= .now { return nil }
    throw Failure(.unreachable, reason: "cannot connect to '\(socket)': cancelled")
  }
}
