import BrightnessModel
import ComposableCore
import ComposableTesting
import Synchronization

@testable import Brightness

let panel = LightID(.backlight, "panel")
let monitor = LightID(.backlight, "monitor")
let keyboard = LightID(.leds, "keyboard")

/// The session of the user's `brightness set`; it holds nothing.
let caller = SessionID(0)

func peer(_ uid: UInt32 = 1000) -> Peer { Peer(uid: uid, gid: 100, pid: 4711) }

func request(
  _ rule: Rule = .at(100),
  _ onChange: ChangePolicy = .yield,
  expires: Duration? = nil
) throws -> SceneRequest {
  try SceneRequest(claims: [Claim(rule)], onChange: onChange, expires: expires)
}

/// The core in a store that the test steps: actions in, state and output of each turn out.
final class CoreHarness {
  let executor = SteppedExecutor()
  let clock: TestClock
  private let recorder: CoreRecorder
  private(set) var store: Store<Core.State, Core.Action>?
  private var observation: ObserveToken?

  init(settings: Core.Settings = Core.Settings()) {
    let recorder = CoreRecorder()
    self.recorder = recorder
    let clock = TestClock(executor: executor)
    self.clock = clock
    let store = Store(initialState: Core.State(settings: settings), executor: executor) {
      Core()
    } withDependencies: { values, input in
      values.context = .test
      values.issueReporter = .recordingFailure
      values.clock = clock
      values.brightness = recorder.client(input)
    } endOfTurn: {
      $0.endTurn()
    }
    self.store = store
    observation = executor.perform { store.observe { recorder.note($0.result.value) } }
    _ = recorder.takeOutputs()
  }

  convenience init(panel raw: Int, of maximum: Int = 100) {
    self.init()
    connect(panel, .panel, range: range(maximum), raw: raw)
  }

  var state: Core.State { executor.perform { store?.state } ?? Core.State() }

  subscript(light: LightID) -> LightView? { state.view(of: light) }

  /// All known lights, connected or not.
  var ids: [LightID] { state.lights.keys.sorted() }

  /// Scenes whose claims apply to the panel.
  var scenesInForce: Set<SceneKey> { Set(state.lights[panel]?.claims.map(\.key) ?? []) }

  /// The panel's target.
  var shown: Int? { self[panel]?.target.raw }

  var now: Moment { Moment(clock.now.offset) }

  /// Starts and ends of hold effects so far: "hold 1.2" for the second scene of the first session.
  var holds: [String] { recorder.holds }

  func takeHolds() -> [String] { recorder.takeHolds() }

  /// Sends actions one after another, and runs everything that follows.
  @discardableResult
  func send(_ actions: Core.Action...) -> Outcome {
    follow { for action in actions { store?.send(action) } }
  }

  @discardableResult
  func wait(_ duration: Duration) -> Outcome {
    let before = state
    clock.advance(by: duration)
    return Outcome(before: before, after: state, outputs: recorder.takeOutputs())
  }

  private func follow(_ body: () -> Void) -> Outcome {
    let before = state
    executor.perform(body)
    executor.drain()
    return Outcome(before: before, after: state, outputs: recorder.takeOutputs())
  }

  /// Releases the store, as the end of the daemon does.
  func stop() {
    executor.perform { (observation, store) = (nil, nil) }
    executor.drain()
  }
}

/// Records what a store did: starts and ends of holds, and the output of each turn.
final class CoreRecorder: Sendable {
  private struct Memory {
    var holds: [String] = []
    var outputs: [Output] = []
  }

  private let memory = Mutex(Memory())

  var holds: [String] { memory.withLock { $0.holds } }

  func note(_ output: Output) { memory.withLock { $0.outputs.append(output) } }

  func note(_ hold: String) { memory.withLock { $0.holds.append(hold) } }

  func takeOutputs() -> [Output] {
    memory.withLock { memory in
      defer { memory.outputs = [] }
      return memory.outputs
    }
  }

  func takeHolds() -> [String] {
    memory.withLock { memory in
      defer { memory.holds = [] }
      return memory.holds
    }
  }

  /// A client that records holds, and with an input also sends them to the store.
  func client(_ input: StoreInput<Core.Action>? = nil) -> BrightnessClient {
    BrightnessClient(
      hold: { key in
        self.note("hold \(key.numbers)")
        input?.send(.acquired(key))
      },
      release: { key in
        self.note("release \(key.numbers)")
        input?.send(.released(key))
      }
    )
  }
}

extension SceneKey {
  var numbers: String { "\(session.number).\(scene.number)" }
}
