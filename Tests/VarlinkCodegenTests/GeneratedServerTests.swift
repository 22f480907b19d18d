import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Synchronization
import Testing

private typealias Constructs = ConstructsInterface

@Suite struct GeneratedServerTests {
  @Test func `a generated client is answered by an actor that implements the generated protocol`() throws {
    let answers = try answers { client, note in
      note("\(try await client.ioStatistics().bytes)")
      for try await one in client.ioStatisticsReplies() { note("\(one.bytes)") }
      for try await one in client.follow(words: .some) { note("\(one.words == .some)") }
    }

    #expect(answers == ["7", "1", "2", "true", "true"])
  }

  @Test func `an error of the interface reaches the caller of a generated client`() throws {
    let answers = try answers { client, note in
      do throws(CallError) {
        try await client.import(tree: .init(name: "a", children: [], byName: [:]))
      } catch {
        note("\(error.answer(as: ConstructsError.self) == .default)")
      }
    }

    #expect(answers == ["true"])
  }

  /// The notes of a client that runs against a server of the interface.
  private func answers(
    _ body: @escaping @Sendable (ConstructsClient<VarlinkClient>, (String) -> Void) async throws -> Void
  ) throws -> [String] {
    let loop = try EventLoop()
    // The interface does not keep it.
    let answering = Answering(on: loop)
    let interface = ServedInterface.constructs(answering)
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
        try await body(ConstructsClient(client)) { note in notes.withLock { $0.append(note) } }
      } catch {
        Issue.record("\(error)")
      }
      loop.stop()
    }
    withExtendedLifetime(answering) { loop.run() }
    return notes.withLock { $0 }
  }
}

private actor Answering: ConstructsServer {
  private let loop: EventLoop

  init(on loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func echo(_ call: MethodCall<Constructs.Echo>, _ request: Constructs.Echo) {
    call.reply(.init(all: request.all, rest: .init(color: .red)))
  }

  func `import`(_ call: MethodCall<Constructs.Import>, _ request: Constructs.Import) {
    call.fail(.default)
  }

  func ioStatistics(_ call: MethodCall<Constructs.IOStatistics>) {
    if !call.call.wantsMore { return call.reply(.init(bytes: 7)) }
    call.replyContinuing(.init(bytes: 1))
    call.reply(.init(bytes: 2))
  }

  func follow(_ call: MethodCall<Constructs.Follow>, _ request: Constructs.Follow) {
    guard let words = request.words else { return call.fail(.default) }
    call.replyContinuing(.init(words: words))
    call.reply(.init(words: words))
  }
}
