import EventLoop
import Glibc
import Synchronization
import Testing
import Varlink

@Suite struct GeneratedServerTests {
  @Test func `a generated client is answered by an actor that implements the generated protocol`() throws {
    let loop = try EventLoop()
    let users = Users(on: loop)

    let found = try answers(of: .userDatabase(users), on: loop) { client, note in
      let one = try await client.getUserRecord(uid: 7, service: "a")
      note("\(one.record["uid"] ?? .null) \(one.incomplete)")
      for try await user in client.getUserRecordReplies(service: "a") { note("\(user.record["uid"] ?? .null)") }
      for try await member in client.getMemberships(groupName: "video", service: "a") { note(member.userName) }
    }

    #expect(found == ["7 false", "1", "2", "anna", "ben"])
  }

  @Test func `an error of the interface reaches the caller of a generated client`() throws {
    let loop = try EventLoop()
    let users = Users(on: loop)

    let found = try answers(of: .userDatabase(users), on: loop) { client, note in
      do throws(CallError) {
        _ = try await client.getGroupRecord(service: "a")
      } catch {
        note("\(error.answer(as: UserDatabaseError.self) == .badService)")
      }
    }

    #expect(found == ["true"])
  }

  /// The notes of a client that runs against a server of the interface.
  private func answers(
    of interface: ServedInterface,
    on loop: EventLoop,
    _ body: @escaping @Sendable (UserDatabaseClient<VarlinkClient>, (String) -> Void) async throws -> Void
  ) throws -> [String] {
    let service = Service(vendor: "v", product: "p", version: "1", url: "https://example.org", interfaces: [interface])
    let server = VarlinkServer(service, on: loop)
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    try systemCall("create", "pair") { socketpair(AF_UNIX, type, 0, &ends) }
    try server.adopt(Descriptor(owning: ends[0]))
    let client = try VarlinkClient(owning: Descriptor(owning: ends[1]), on: loop)
    let notes = Mutex<[String]>([])
    Task(executorPreference: loop) {
      do {
        try await body(UserDatabaseClient(client)) { note in notes.withLock { $0.append(note) } }
      } catch {
        Issue.record("\(error)")
      }
      loop.stop()
    }
    loop.run()
    return notes.withLock { $0 }
  }
}

private actor Users: UserDatabaseServer {
  private let loop: EventLoop

  init(on loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func getUserRecord(
    _ call: MethodCall<UserDatabaseInterface.GetUserRecord>,
    _ request: UserDatabaseInterface.GetUserRecord
  ) {
    if let uid = request.uid { return call.reply(.init(record: ["uid": .integer(Int64(uid))], incomplete: false)) }
    call.replyContinuing(.init(record: ["uid": .integer(1)], incomplete: false))
    call.reply(.init(record: ["uid": .integer(2)], incomplete: false))
  }

  func getGroupRecord(
    _ call: MethodCall<UserDatabaseInterface.GetGroupRecord>,
    _ request: UserDatabaseInterface.GetGroupRecord
  ) {
    call.fail(.badService)
  }

  func getMemberships(
    _ call: MethodCall<UserDatabaseInterface.GetMemberships>,
    _ request: UserDatabaseInterface.GetMemberships
  ) {
    let group = request.groupName ?? ""
    call.replyContinuing(.init(userName: "anna", groupName: group))
    call.reply(.init(userName: "ben", groupName: group))
  }
}
