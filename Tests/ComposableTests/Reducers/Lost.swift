import Composable

/// A parent whose children may be absent, and that knows the lines of its own operators.
struct Lost: Reducer {
  static let fileID = #fileID

  /// The operators, as far below `line(of:)` as they are written.
  enum Operator: Int {
    case ifLet = 14
    case forEach = 15
    case scope = 17
    case ifCaseLet = 19
  }

  static func line(of written: Operator) -> Int { written.rawValue + #line }

  struct State: Sendable {
    var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
    var screen = Screen.none
    var handled = 0
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      state.handled += 1
      return state.handle(action)
    }
    .ifLet(\.child, action: .child) { Child() }
    .forEach(\.rows, action: .rows) { Child() }
    Scope(state: \.screen, action: .identity) {
      Scope(state: .child, action: .scopedCase) { Child() }
      EmptyReducer()
        .ifCaseLet(.child, action: .optionalCase) { Child() }
    }
  }

  enum Screen: Equatable, Sendable {
    case none
    case child(Child.State)
    case other(Int)
  }

  enum Action: Sendable {
    case child(Child.Action)
    case rows(IdentifiedActionOf<Child>)
    case scopedCase(Child.Action)
    case optionalCase(Child.Action)
    case askedForChild
  }

  struct Child: Reducer {
    struct State: Equatable, Identifiable, Sendable {
      let id: Int
      var taps = 0
    }

    enum Action: Sendable {
      case tapped
      case renamed(String, to: String)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.taps += 1
      return .none
    }
  }
}

extension Lost.State {
  /// Takes the child away while the parent's own effect goes on to speak of it.
  fileprivate mutating func handle(_ action: Lost.Action) -> Effect<Lost.Action> {
    guard case .askedForChild = action else { return .none }
    child = nil
    return .run { send in await send(.child(.tapped)) }
  }
}

extension CasePath where Root == Lost.Action {
  static var child: CasePath<Root, Lost.Child.Action> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }
  static var rows: CasePath<Root, IdentifiedActionOf<Lost.Child>> {
    .init(embed: Root.rows) { if case .rows(let action) = $0 { action } else { nil } }
  }
  static var scopedCase: CasePath<Root, Lost.Child.Action> {
    .init(embed: Root.scopedCase) { if case .scopedCase(let action) = $0 { action } else { nil } }
  }
  static var optionalCase: CasePath<Root, Lost.Child.Action> {
    .init(embed: Root.optionalCase) { if case .optionalCase(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Lost.Screen {
  static var child: CasePath<Root, Lost.Child.State> {
    .init(embed: Root.child) { if case .child(let state) = $0 { state } else { nil } }
  }
}
