import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrokerAccess
import Commands
import Fleet
import Glibc
import MQTT

extension FleetHoldVerb {
  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    try await Failure.beforeCommand(command) { () throws(Failure) in
      var run = FleetHoldRun(self, try FleetClient(configuration: configuration, on: daemon.loop))
      return try await run.follow()
    }
  }
}

/// A hold on other machines as a process: its connections, its command, signals, and its end.
private struct FleetHoldRun {
  private enum Event: Sendable {
    case broker(BrokerLink.Event)
    /// The document may be due.
    case woke
    case process(HoldSubscription.Event)
  }

  private let verb: FleetHoldVerb
  private let client: FleetClient
  private var hold: FleetHold
  private var progress: HoldProgress
  private var child: RunningCommand?
  private var timer: Timer?
  private var first = FirstConnection.missing(failures: 0)
  /// What the broker has said of the document since the connection was made; nil before it has.
  private var isRead: Bool?

  init(_ verb: FleetHoldVerb, _ client: FleetClient) {
    self.verb = verb
    self.client = client
    hold = FleetHold(verb.document, to: verb.address, topics: client.topics)
    progress = HoldProgress(hasCommand: verb.command != nil)
  }

  mutating func follow() async throws(Failure) -> ExitStatus {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    // The command gets the signal mask that this process was started with.
    let mask = SignalMask.current
    let signals = SignalMask.notIgnored(verb.command == nil ? SignalMask.ofEnd : HoldProgress.forwardable)
    let watch = try converting(Failure.init) { () throws(SystemError) in
      try client.loop.onSignals(signals) { continuation.yield(.process(.signal($0))) }
    }
    defer { withExtendedLifetime(watch) {} }
    let link = client.link(session: session) { continuation.yield(.broker($0)) }
    await link.connect()
    if let time = verb.time { client.loop.after(time) { continuation.yield(.process(.timedOut)) } }
    for await event in events {
      if case .process(.timedOut) = event { await publish(hold.end(), on: link) }
      for step in try await steps(after: event, link) {
        switch step {
        case .print(let reply): try print(reply)
        case .printError(let message): Console.printError(message, by: FleetClient.program)
        case .printFailure(let failure): Console.printError(failure, asJSON: verb.isJSON, by: FleetClient.program)
        case .startCommand:
          child = try RunningCommand(verb.command ?? [], mask, on: client.loop) {
            continuation.yield(.process(.verb(.commandEnded($0))))
          }
        case .forward(let signal): child?.signal(signal)
        case .exit(let status):
          await link.end(hold.end())
          return status
        }
      }
      wakeWhenDue { continuation.yield(.woke) }
    }
    preconditionFailure("the events do not end")
  }

  /// What each connection begins with: a session of its own, and the will that ends it.
  private var session: @Sendable () -> BrokerLink.Session {
    { [topics = client.topics] in
      let name = FleetName.random
      return BrokerLink.Session(
        name: name,
        will: MQTTMessage(topics.lost(name)),
        filters: [topics.statuses, topics.replies(to: name)]
      )
    }
  }

  private mutating func steps(after event: Event, _ link: BrokerLink) async throws(Failure) -> [HoldStep] {
    switch event {
    case .process(let event): return progress.steps(after: event)
    case .woke:
      timer = nil
      await publish(hold.wake(at: .now), on: link)
    case .broker(.connected(_, let session)):
      first = .made
      guard let session else { preconditionFailure("each connection has a session") }
      await publish(hold.connect(as: session, at: .now), on: link)
    case .broker(.disconnected):
      hold.disconnect()
      isRead = nil
    case .broker(.failed(let host, let error, _)): return try steps(after: error, of: host)
    case .broker(.received(let message)):
      let before = hold.answers
      await publish(hold.receive(FleetMessage(message), at: .now), on: link)
      try printAnswers(since: before)
    case .broker(.published(_, let isRead)): return steps(afterPublishing: isRead)
    case .broker(.refused(let refusal)):
      return progress.steps(after: .failed(Failure(.permissionDenied, reason: "\(refusal)")))
    case .broker(.subscribed): break
    }
    return []
  }

  /// A hold does not begin without a broker, but goes on without one.
  private mutating func steps(after error: MQTTError, of host: String) throws(Failure) -> [HoldStep] {
    if let failure = client.fail(&first, host, error) { throw failure }
    guard first == .made else { return [] }
    let reason = "cannot hold '\(verb.address)': \(error)"
    return progress.steps(after: .interrupted("\(reason); the hold resumes when the broker '\(host)' is back"))
  }

  /// The broker has the document, and says whether any device listens to the address. It answers
  /// each repetition; only a changed answer is printed.
  private mutating func steps(afterPublishing isRead: Bool) -> [HoldStep] {
    defer { self.isRead = isRead }
    if isRead == self.isRead { return [] }
    let begins = progress.steps(after: .reply(SessionsInterface.Hold.Reply(scene: 0, event: .holding)))
    return isRead ? begins : begins + [.printError(Failure.noDevice(at: verb.address, cannot: "hold").reason)]
  }

  private func publish(_ messages: [FleetMessage], on link: BrokerLink) async {
    for message in messages { await link.publish(MQTTMessage(message)) }
  }

  private mutating func wakeWhenDue(_ wake: @escaping @Sendable () -> Void) {
    if let timer { client.loop.cancel(timer) }
    timer = hold.nextWake.map { client.loop.after(max(.zero, $0 - .now), wake) }
  }
}

extension FleetHoldRun {
  private func print(_ reply: SessionsInterface.Hold.Reply) throws(Failure) {
    if verb.isJSON {
      // What holds is the answer of a device.
      if reply.event != .holding { try Console.print([JSONLine.text(("event", reply.event))]) }
      return
    }
    let isOnTerminal = Console.screen.columns != nil && reply.event == .holding && verb.time == nil
    try Console.print([isOnTerminal ? "\(reply.event.word) \(verb.address) until Ctrl-C" : reply.event.word])
  }

  /// Prints what has become of the hold on a device; with a command, only what its user would miss.
  private func printAnswers(since before: [FleetName: FleetReply.Content]) throws(Failure) {
    for (device, answer) in hold.answers.sorted(by: { $0.key < $1.key }) where before[device] != answer {
      switch answer {
      case .refused(let reason) where !verb.isJSON:
        Console.printError("cannot hold '\(device)': \(reason)", by: FleetClient.program)
      case .scene(let event, _) where !verb.isJSON:
        if verb.command == nil { try Console.print(["\(device): \(event.rawValue)"]) }
      default: try Console.print([JSONLine.text(("device", device.description), ("answer", answer))])
      }
    }
  }
}
