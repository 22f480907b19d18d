import BrightnessVarlink
import Glibc
import SimulatedKernel

/// A client of the world: its socket, its process, and what the model knows of its session.
final class SimulatedClient {
  let number: Int
  let user: User
  /// Negative once it is closed.
  private(set) var socket: CInt
  /// Becomes readable when the process has ended.
  private let end: CInt
  private var received: [UInt8] = []
  /// Calls without their last reply, in order.
  var unanswered: [Call] = []
  /// Whether the call in front has got a reply, and waits for more.
  var isStreaming = false
  /// When the call in front must have got a reply, or the connection must have ended.
  var due: Int64 = 0
  /// Whether the daemon has to end the connection.
  var mustEnd = false
  /// Whether a hold or a watch of it is answered before that.
  var owesLastWord = false
  /// Whether the daemon has got only a part of the last call.
  private(set) var isCut = false
  /// The number of its session, once a list has it.
  var session: Int?
  var isReading = true
  var hasFinished = false
  var isProcessAlive = true
  /// Whether the daemon may end the connection: the client has given it a reason.
  var mayBeEnded = false
  /// Whether a session goes on under the daemon's next process: it has pushed a scene.
  var isKept = false
  var scenes: [ModelScene] = []
  var pushed = 0
  /// The number of the scene of its `Hold`.
  var held = 0

  /// The process of client 0.
  static let firstProcess = 10_000

  init?(_ number: Int, _ user: User, listener: String) {
    (self.number, self.user) = (number, user)
    end = describe_client(CInt(number), user.number, user.group, pid_t(Self.firstProcess + number), user.otherGroup)
    socket = connect_client(CInt(number), listener)
    if socket < 0 {
      close(end)
      return nil
    }
  }

  var isOpen: Bool { socket >= 0 }
  var isIdle: Bool { isOpen && unanswered.isEmpty && !hasFinished && isReading && !mayBeEnded }
  /// Whether a call without a reply changes more than its own session.
  var hasChangeUnanswered: Bool {
    unanswered.contains { call in
      switch call.request {
      case .set, .reset, .cancel, .automatic: true
      default: false
      }
    }
  }
  var mayWrite: Bool { isOpen && !hasFinished && !isCut }
  /// Whether the next process of the daemon goes on with its session: it has pushed a scene, and
  /// waits for no reply but a hold's.
  var outlivesDaemon: Bool {
    guard isKept, let call = unanswered.first else { return isKept }
    if case .hold = call.request { return unanswered.count == 1 }
    return false
  }
  var topmost: Int? { scenes.last { $0.appearance != nil }?.number }

  /// Sends as much as the daemon's buffer takes.
  func send(_ text: String) {
    let count = Glibc.send(socket, text, text.utf8.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
    // A cut call is not answered.
    if count != text.utf8.count { (isCut, mayBeEnded) = (true, true) }
  }

  func send(_ call: Call, _ text: String) {
    send(text)
    if !isCut { unanswered.append(call) }
  }

  func stopWriting() { shutdown(socket, CInt(SHUT_WR)) }

  func endProcess() {
    isProcessAlive = false
    end_process(CInt(number))
  }

  func disconnect() {
    if socket >= 0 { close(socket) }
    close(end)
    (socket, scenes, unanswered) = (-1, [], [])
  }

  /// Everything that was received since the last time, with nil in the end once the daemon has
  /// ended the connection, and whether that was anything: then the daemon may have more to send.
  func receive() -> (messages: [JSONObject?], hasMore: Bool) {
    var (messages, hasMore): ([JSONObject?], Bool) = ([], false)
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while true {
        let count = recv(socket, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
        if count > 0 {
          received += UnsafeRawBufferPointer(rebasing: buffer[..<count])
          hasMore = true
          continue
        }
        let hasEnded = count == 0 || errno != EAGAIN
        while let end = received.firstIndex(of: 0) {
          if case .object(let object)? = try? JSON(parsing: received[..<end]) { messages.append(object) }
          received.removeSubrange(...end)
        }
        if hasEnded { messages.append(nil) }
        return
      }
    }
    return (messages, hasMore)
  }

  /// Whether the daemon has ended the connection, of a client that does not read.
  var isHungUp: Bool {
    var request = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
  }
}

extension SimulatedClient {
  /// A call, and what the model expects of its last reply.
  struct Call: CustomStringConvertible {
    /// Nil for one that the model does not follow.
    let request: SimulatedCall?
    var outcome: Outcome

    /// Whether it goes on until something ends it.
    var lasts: Bool {
      switch request {
      case .hold, .watch: true
      default: false
      }
    }

    var changesAutomatic: Bool { if case .automatic = request { true } else { false } }

    var description: String { request.map { "\($0)" } ?? "a strange call" }
  }

  enum Outcome: Equatable {
    case done, unknown
    /// The last part of the error's name.
    case error(String)
  }
}

/// systemd: keeps connections for the daemon's next start, and receives its notices.
final class ServiceManager {
  let listener: String
  private let listening: CInt
  private let address: String
  private let notices: CInt
  private var stored: [(name: String, number: CInt)] = []
  private static let firstPassed: CInt = 900

  init() throws {
    listener = "simulated-\(getpid())-daemon"
    address = "simulated-\(getpid())-notify"
    (listening, notices) = (listen_at(listener), notify_socket(address))
    precondition(listening >= 0 && notices >= 0, "the names of the simulated machine are taken")
  }

  deinit {
    for number in stored.map(\.number) + [listening, notices] { close(number) }
  }

  var storedCount: Int {
    dropHungUp()
    return stored.count
  }

  /// The variables for a start, and the number of the first passed descriptor.
  func environment() -> (variables: [String: String], first: CInt) {
    dropHungUp()
    let all = [(name: "varlink", number: listening)] + stored
    for (index, passed) in all.enumerated() { pass_descriptor(passed.number, Self.firstPassed + CInt(index)) }
    let variables = [
      "NOTIFY_SOCKET": "@\(address)", "FDSTORE": "1024", "LISTEN_PID": "\(getpid())", "LISTEN_FDS": "\(all.count)",
      "LISTEN_FDNAMES": all.map(\.name).joined(separator: ":"),
    ]
    return (variables, Self.firstPassed)
  }

  /// Receives the daemon's notices; returns whether it is ready.
  func receive() -> Bool {
    var isReady = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      var descriptor: CInt = -1
      while case let count = receive_notice(notices, buffer.baseAddress, buffer.count, &descriptor), count > 0 {
        let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
        let name = lines.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst(7)) } ?? ""
        if descriptor >= 0 { store(descriptor, name) }
        if lines.first == "FDSTOREREMOVE=1" { remove(name) }
        if lines.contains("READY=1") { isReady = true }
      }
    }
    return isReady
  }

  /// The newest is passed first, and none is stored twice (`service_add_fd_store` in
  /// src/core/service.c of systemd 257.13).
  private func store(_ number: CInt, _ name: String) {
    if stored.contains(where: { Self.file(of: $0.number) == Self.file(of: number) }) {
      close(number)
    } else {
      stored.insert((name, number), at: 0)
    }
  }

  /// What distinguishes the file behind a descriptor: each socket and each memory file has its own.
  private static func file(of number: CInt) -> [UInt64] {
    var status = stat()
    fstat(number, &status)
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  /// The machine restarts.
  func clear() {
    _ = receive()
    for (_, number) in stored { close(number) }
    stored = []
  }

  private func remove(_ name: String) {
    for (_, number) in stored.filter({ $0.name == name }) { close(number) }
    stored.removeAll { $0.name == name }
  }

  private func dropHungUp() {
    stored.removeAll { _, number in
      var request = pollfd(fd: number, events: 0, revents: 0)
      guard poll(&request, 1, 0) == 1, request.revents & Int16(POLLHUP | POLLERR) != 0 else { return false }
      close(number)
      return true
    }
  }
}
