import Composable
import ComposableTesting
import Model
import Synchronization

@testable import Brightness

let panel = LightID(.backlight, "panel")
let monitor = LightID(.backlight, "monitor")
let keyboard = LightID(.leds, "keyboard")

/// The session of the user's `brightness set`; it holds nothing.
let caller = SessionID(0)

func peer(_ uid: UInt32 = 1000) -> Peer { Peer(uid: uid, gid: 100, pid: 4711) }

func request(
  _ wish: Wish = .at(100),
  _ onChange: ChangePolicy = .yield,
  expires: Duration? = nil
) throws -> SceneRequest {
  try SceneRequest(claims: [Claim(wish)], onChange: onChange, expires: expires)
}

/// The core in a store that the test steps: actions in, state and output of each turn out.
final class CoreDesk {
  let executor = SteppedExecutor()
  let clock: TestClock
  private let journal: DeskJournal
  private(set) var store: Store<Core.State, Core.Action>?
  private var observation: Observation?

  init(settings: Core.Settings = Core.Settings()) {
    let journal = DeskJournal()
    self.journal = journal
    let clock = TestClock(executor: executor)
    self.clock = clock
    let store = Store(initialState: Core.State(settings: settings), executor: executor) {
      Core()
    } withDependencies: { values, input in
      values.context = .test
      values.issueReporter = .recordingFailure
      values.clock = clock
      values.brightness = journal.client(input)
    } endOfTurn: {
      $0.endTurn()
    }
    self.store = store
    observation = executor.perform { store.observe { journal.note($0.result.value) } }
    _ = journal.takeOutputs()
  }

  convenience init(panel raw: Int, of maximum: Int = 100) {
    self.init()
    connect(panel, .panel, range: range(maximum), raw: raw)
  }

  var state: Core.State { executor.perform { store?.state } ?? Core.State() }

  subscript(light: LightID) -> LightView? { state.view(of: light) }

  /// Lights that are known, connected or not.
  var ids: [LightID] { state.lights.keys.sorted() }

  /// Scenes whose claims count on the panel.
  var counting: Set<ClaimOwner> { Set(state.lights[panel]?.claims.map(\.owner) ?? []) }

  /// The step that the panel shows or is on its way to.
  var shown: Int? { self[panel]?.target.raw }

  var now: Moment { Moment(clock.now.offset) }

  /// Begins and ends of hold effects so far: "hold 1.2" for the second scene of the first session.
  var holds: [String] { journal.holds }

  func takeHolds() -> [String] { journal.takeHolds() }

  /// Sends actions one after another, and runs everything that follows.
  @discardableResult
  func send(_ actions: Core.Action...) -> Outcome {
    follow { for action in actions { store?.send(action) } }
  }

  @discardableResult
  func wait(_ duration: Duration) -> Outcome {
    let before = state
    clock.advance(by: duration)
    return Outcome(before: before, after: state, outputs: journal.takeOutputs())
  }

  private func follow(_ body: () -> Void) -> Outcome {
    let before = state
    executor.perform(body)
    executor.drain()
    return Outcome(before: before, after: state, outputs: journal.takeOutputs())
  }

  /// Ends the store, as the daemon's end does.
  func stop() {
    executor.perform { (observation, store) = (nil, nil) }
    executor.drain()
  }
}

/// What a desk's store did: begins and ends of holds, and the output of each turn.
final class DeskJournal: Sendable {
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

  /// A client that also puts claims into the store's state; without an input, one that only notes.
  func client(_ input: StoreInput<Core.Action>? = nil) -> BrightnessClient {
    BrightnessClient(
      hold: { owner in
        self.note("hold \(owner.numbers)")
        input?.send(.acquired(owner))
      },
      release: { owner in
        self.note("release \(owner.numbers)")
        input?.send(.released(owner))
      }
    )
  }
}

extension ClaimOwner {
  var numbers: String { "\(session.number).\(scene.number)" }
}
