import Composable
import ComposableTesting

@testable import Brightness

/// The mind at work on an executor that a test steps, told by the lights in memory what the person does.
final class MindDesk {
  let lights = AskedLights()
  let executor = SteppedExecutor()
  let clock: TestClock
  private(set) var store: Store<Mind.State, Mind.Action>?

  init() {
    let clock = TestClock(executor: executor)
    self.clock = clock
    store = Store(initialState: Mind.State(), executor: executor) {
      Mind()
    } withDependencies: { [lights] in
      $0.context = .test
      $0.issueReporter = .recordingFailure
      $0.brightness = lights.client
      $0.clock = clock
    }
  }

  var state: Mind.State { executor.perform { store?.state } ?? Mind.State() }

  /// The step that the panel shows.
  var shown: Int? { lights.lights[panel]?.target.raw }

  /// Sends within one turn of the loop, and lets everything run that follows.
  func send(_ actions: Mind.Action...) {
    executor.perform { for action in actions { store?.send(action) } }
    executor.drain()
  }

  /// A client's call; one that is refused changes nothing.
  func call(_ action: (Mind.State) throws(SessionError) -> Mind.Action) {
    if let action = try? action(state) { send(action) }
  }

  /// The person moves the panel, and those whose scenes it concerns are told.
  func move(to raw: Int) {
    let outcome = lights.move(to: raw)
    tellLights(because: .person)
    for owner in outcome.yielded { send(.sceneYielded(owner, on: panel)) }
    for owner in outcome.cancelled { send(.sceneCancelled(owner)) }
  }

  /// The lights as they are, told as a keeper would.
  func tellLights(because cause: LightCause = .settle) {
    if let view = lights.lights[panel] { send(.lights(.changed(panel, view, cause))) }
  }

  func open(_ session: Int, _ uid: UInt32 = 1000, with scenes: SceneRequest...) {
    send(.connectionOpened(SessionID(session), peer(uid), at: Moment(clock.now.offset)))
    for scene in scenes { call { state throws(SessionError) in try state.pushing(scene, on: SessionID(session)) } }
  }

  /// Who is active at the seat, among those who have a session there.
  func seat(_ active: UInt32?, among users: Set<UInt32>) {
    send(.seatChanged(Seat(active: active, users: users)))
  }

  func happen(_ action: Scene.Action, to owner: ClaimOwner) {
    call { state throws(SessionError) in try state.action(of: owner, action) }
  }

  func appear(_ owner: ClaimOwner) { happen(.appeared(at: Moment(clock.now.offset)), to: owner) }

  func pop(from owner: ClaimOwner) { call { state throws(SessionError) in try state.popping(from: owner) } }

  /// The program ends in good order.
  func stop() {
    executor.perform { store = nil }
    executor.drain()
  }
}
