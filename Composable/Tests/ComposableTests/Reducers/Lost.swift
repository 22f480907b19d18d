import ComposableCore

/// A parent whose children may be absent, and that knows the lines of its own operators.
struct Lost: Reducer {
  /// The operators, as far below `place(of:)` as they are written.
  enum Operator: Int {
    case ifLet = 16
    case forEach = 17
    case presentation = 18
    case stack = 19
    case scope = 21
    case ifCaseLet = 23
  }

  static func place(of written: Operator) -> CodeLocation { .init(fileID: #fileID, line: written.rawValue + #line) }

  struct State: Sendable {
    var child: Child.State?
    var rows: IdentifiedArrayOf<Child.State> = []
    @PresentationState var sheet: Child.State?
    var path = StackState<Child.State>()
    var screen = Screen.none
    var handled = 0
  }

  var body: some Reducer<State, Action> {
    Reduce { state, _ in
      state.handled += 1
      return .none
    }
    .ifLet(\.child, action: .child) { Child() }
    .forEach(\.rows, action: .rows) { Child() }
    .ifLet(\.$sheet, action: .sheet) { Child() }
    .forEach(\.path, action: .path) { Child() }
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
    case sheet(PresentationAction<Child.Action>)
    case path(StackAction<Child.State, Child.Action>)
    case scopedCase(Child.Action)
    case optionalCase(Child.Action)
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

extension CasePath where Root == Lost.Action {
  static var child: CasePath<Root, Lost.Child.Action> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }
  static var rows: CasePath<Root, IdentifiedActionOf<Lost.Child>> {
    .init(embed: Root.rows) { if case .rows(let action) = $0 { action } else { nil } }
  }
  static var sheet: CasePath<Root, PresentationAction<Lost.Child.Action>> {
    .init(embed: Root.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
  static var path: CasePath<Root, StackAction<Lost.Child.State, Lost.Child.Action>> {
    .init(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
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
