import BrightnessControl
import BrightnessEventLoop
import BrightnessVarlink
import Synchronization
import Testing

/// Another client, which watches the panel and lists sessions.
final class PanelObserver {
  private let loop: EventLoop
  private let watching: VarlinkClient
  private let asking: VarlinkClient
  /// What was seen last.
  private var latest: LightsInterface.Light?
  private let lights = ReplyQueue<LightsInterface.Light>()

  init(_ machine: Machine) throws {
    loop = machine.loop
    watching = try VarlinkClient(connectingTo: machine.socket, on: loop)
    asking = try VarlinkClient(connectingTo: machine.socket, on: loop)
    call(LightsInterface.Watch(light: "panel"), on: watching) { [lights] in lights.append($0.light) }
  }

  /// Waits until the panel has this state, and ignores earlier ones.
  @discardableResult
  func waitFor(_ state: LightsInterface.State) throws -> LightsInterface.Light {
    while true {
      let light = try nextLight()
      if light.state == state { return light }
    }
  }

  /// The levels that the panel takes until it has this one.
  @discardableResult
  func levels(until level: Int) throws -> [Int] {
    var levels: [Int] = []
    repeat { levels.append(try waitForChange().raw) } while levels.last != level
    return levels
  }

  /// Waits until the panel has another level than it had last.
  func waitForChange() throws -> LightsInterface.Light {
    let former = latest?.raw
    while true {
      let light = try nextLight()
      if light.raw != former { return light }
    }
  }

  /// Waits until the panel has this state, if it did not have it when it was seen last.
  func waitUntil(_ state: LightsInterface.State) throws {
    if latest?.state != state { try waitFor(state) }
  }

  private func nextLight() throws -> LightsInterface.Light {
    let light = try next(of: lights)
    latest = light
    return light
  }

  /// Waits until the panel is written, which is when `OnDisappear` of a scene that never appeared
  /// is answered.
  func waitUntilWritten() throws {
    let scene = SessionsInterface.SceneRequest(claims: [.init(rule: .exactly, percent: 50)])
    _ = try ask(SessionsInterface.OnDisappear(scene: try ask(SessionsInterface.Push(scene: scene)).scene))
  }

  /// Calls the daemon, and waits for the reply.
  func ask<Method: VarlinkMethod>(_ method: Method) throws -> Method.Reply {
    let replies = ReplyQueue<Method.Reply>()
    call(method, on: asking) { replies.append($0) }
    return try next(of: replies)
  }

  /// The sessions that have scenes.
  func holders() throws -> [SessionsInterface.Session] {
    try ask(SessionsInterface.List()).sessions.filter { !$0.scenes.isEmpty }
  }

  private func call<Method: VarlinkMethod>(
    _ method: Method,
    on client: VarlinkClient,
    _ receive: @escaping @Sendable (Method.Reply) -> Void
  ) {
    let name = "\(Method.Interface.name).\(Method.methodName)"
    client.call(name, method, wantsMore: Method.self == LightsInterface.Watch.self) { [loop] result in
      if let reply = try? Method.Reply(json: JSONInput(.object(result.get().parameters))) { receive(reply) }
      loop.stop()
    }
  }

  private func next<Value>(of queue: ReplyQueue<Value>) throws -> Value {
    let timeout = loop.after(.seconds(30)) { [loop] in
      queue.hasTimedOut = true
      loop.stop()
    }
    defer { loop.cancel(timeout) }
    while true {
      if let value = queue.take() { return value }
      try #require(!queue.hasTimedOut, "nothing was received for half a minute")
      loop.run()
    }
  }
}

/// Received values that were not taken yet.
private final class ReplyQueue<Value: Sendable>: Sendable {
  private let state = Mutex<(values: [Value], hasTimedOut: Bool)>(([], false))

  var hasTimedOut: Bool {
    get { state.withLock { $0.hasTimedOut } }
    set { state.withLock { $0.hasTimedOut = newValue } }
  }

  func append(_ value: Value) {
    state.withLock { $0.values.append(value) }
  }

  func take() -> Value? {
    state.withLock { $0.values.isEmpty ? nil : $0.values.removeFirst() }
  }
}
