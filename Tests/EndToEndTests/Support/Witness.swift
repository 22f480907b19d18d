import ControlAPI
import EventLoop
import Synchronization
import Testing
import Varlink

/// Another client, which is told what becomes of the panel, and asks who is connected.
final class Witness {
  private let loop: EventLoop
  private let watching: VarlinkClient
  private let asking: VarlinkClient
  private let lights = Heard<LightsInterface.Light>()

  init(_ machine: Machine) throws {
    loop = machine.loop
    watching = try VarlinkClient(connectingTo: machine.socket, on: loop)
    asking = try VarlinkClient(connectingTo: machine.socket, on: loop)
    call(LightsInterface.Watch(light: "panel"), on: watching) { [lights] in lights.hear($0.light) }
  }

  /// Waits until the panel stands so, passing over how it stood before.
  @discardableResult
  func waitFor(_ standing: LightsInterface.State) throws -> LightsInterface.Light {
    while true {
      let light = try next(of: lights)
      if light.state == standing { return light }
    }
  }

  /// Waits until the panel shows what it should: that is when somebody is answered whose scene disappears, which here never appeared.
  func waitUntilWritten() throws {
    let scene = SessionsInterface.SceneRequest(claims: [.init(rule: .exactly, percent: 50)])
    _ = try ask(SessionsInterface.OnDisappear(scene: try ask(SessionsInterface.Push(scene: scene)).scene))
  }

  /// Asks the daemon, and waits for the answer.
  func ask<Method: VarlinkMethod>(_ method: Method) throws -> Method.Reply {
    let replies = Heard<Method.Reply>()
    call(method, on: asking) { replies.hear($0) }
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

  private func next<Value>(of heard: Heard<Value>) throws -> Value {
    let giveUp = loop.after(.seconds(30)) { [loop] in
      heard.isHopeless = true
      loop.stop()
    }
    defer { loop.cancel(giveUp) }
    while true {
      if let value = heard.take() { return value }
      try #require(!heard.isHopeless, "nothing was heard for half a minute")
      loop.run()
    }
  }
}

/// What came and was not looked at yet.
private final class Heard<Value: Sendable>: Sendable {
  private let state = Mutex<(values: [Value], isHopeless: Bool)>(([], false))

  var isHopeless: Bool {
    get { state.withLock { $0.isHopeless } }
    set { state.withLock { $0.isHopeless = newValue } }
  }

  func hear(_ value: Value) {
    state.withLock { $0.values.append(value) }
  }

  func take() -> Value? {
    state.withLock { $0.values.isEmpty ? nil : $0.values.removeFirst() }
  }
}
