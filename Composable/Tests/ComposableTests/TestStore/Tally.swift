import ComposableCore
import ComposableTesting
import Testing

/// A feature whose actions carry their own effects.
struct Tally: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var note = ""
  }

  enum Action: Equatable, Sendable {
    case up
    case rest
    case counted(Int)
    case noted(String)
    case countedAndNoted(Int)
    case child(Child)
    case respond([Action])
    case after(Duration, [Action])
    case inTurn([Action])
    case holdStarted
    case holdEnded
    case mailAwaited
    case dismissed

    enum Child: Equatable, Sendable {
      case tapped
      case typed(String)
    }
  }

  let mailbox = Mailbox()

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .up: state.count += 1
    case .counted(let count): state.count = count
    case .countedAndNoted(let count): state = State(count: count, note: "\(count)")
    case .noted(let note), .child(.typed(let note)): state.note = note
    case .rest, .child(.tapped): break
    default: return effect(of: action)
    }
    return .none
  }

  private func effect(of action: Action) -> Effect<Action> {
    switch action {
    case .respond(let actions): sending(actions, after: .zero)
    case .after(let duration, let actions): sending(actions, after: duration)
    case .inTurn(let actions): .concatenate(actions.map { effect(of: $0) })
    case .holdStarted: .hold(acquire: {}, release: { _ in }).cancellable(id: "hold")
    case .holdEnded: .cancel(id: "hold")
    case .mailAwaited: .run { send in await send(.counted(await mailbox.letter())) }
    case .dismissed: .run { _ in await DependencyValues.current.dismiss() }
    default: .none
    }
  }

  private func sending(_ actions: [Action], after duration: Duration) -> Effect<Action> {
    .run { send in
      if duration > .zero { try await DependencyValues.current.clock.sleep(for: duration) }
      for action in actions { await send(action) }
    }
  }
}

extension CasePath where Root == Tally.Action {
  static var up: CasePath<Root, Void> { .init(.up) { $0 == .up } }
  static var rest: CasePath<Root, Void> { .init(.rest) { $0 == .rest } }
  static var counted: CasePath<Root, Int> {
    .init(embed: Root.counted) { if case .counted(let count) = $0 { count } else { nil } }
  }
  static var child: CasePath<Root, Root.Child> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Tally.Action.Child {
  static var tapped: CasePath<Root, Void> { .init(.tapped) { $0 == .tapped } }
  static var typed: CasePath<Root, String> {
    .init(embed: Root.typed) { if case .typed(let text) = $0 { text } else { nil } }
  }
}

typealias TallyStore = TestStore<Tally.State, Tally.Action>

func tally(_ feature: Tally = Tally(), at location: SourceLocation = #_sourceLocation) -> TallyStore {
  TestStore(initialState: Tally.State(), reducer: { feature }, at: location)
}
