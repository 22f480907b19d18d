import ComposableCore
import ComposableTesting

/// A feature with a child of each kind, and with a reducer before and one after the reducer that
/// owns them.
struct Tree: Reducer {
  struct State: Sendable {
    var leaf: Twig.State?
    var rows: IdentifiedArrayOf<Row.State> = []
    var screen = Screen.none
    @PresentationState var sheet: Twig.State?
    var path = StackState<Twig.State>()
  }

  enum Screen: Equatable, Sendable {
    case none
    case first(Twig.State)
    case second(Twig.State)
  }

  enum Action: Sendable {
    case leaf(Twig.Action)
    case rows(IdentifiedActionOf<Row>)
    case first(Twig.Action)
    case second(Twig.Action)
    case sheet(PresentationAction<Twig.Action>)
    case path(StackAction<Twig.State, Twig.Action>)
    case early(Change<State>)
    case own(Change<State>)
    case late(Change<State>)
    case cancelled(String)
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .early(let change) = action { change.apply(&state) }
      if case .cancelled(let id) = action { return .cancel(id: id) }
      return .none
    }
    Reduce { state, action in
      if case .own(let change) = action { change.apply(&state) }
      return .none
    }
    .ifLet(\.leaf, action: .leaf) { Twig(holds: holds) }
    .forEach(\.rows, action: .rows) { Row(holds: holds) }
    .ifLet(\.$sheet, action: .sheet) { Twig(holds: holds, prefix: "sheet") }
    .forEach(\.path, action: .path) { Twig(holds: holds, prefix: "path") }
    Scope(state: \.screen, action: .identity) {
      EmptyReducer()
        .ifCaseLet(.first, action: .first) { Twig(holds: holds, prefix: "first") }
        .ifCaseLet(.second, action: .second) { Twig(holds: holds, prefix: "second") }
    }
    Reduce { state, action in
      if case .late(let change) = action { change.apply(&state) }
      return .none
    }
  }
}

/// An element with an optional child.
struct Row: Reducer {
  struct State: Equatable, Identifiable, Sendable {
    let id: Int
    var leaf: Twig.State?
    var count = 0
  }

  enum Action: Sendable {
    case appeared
    case counted
    case leaf(Twig.Action)
    case own(Change<State>)
  }

  let holds: HoldLedger

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .appeared: return holds.hold("row \(state.id)")
      case .counted: state.count += 1
      case .own(let change): change.apply(&state)
      case .leaf: break
      }
      return .none
    }
    .ifLet(\.leaf, action: .leaf) { Twig(holds: holds) }
  }
}

extension SteppedStore where State == Tree.State, Action == Tree.Action {
  /// A store of a tree whose leaf 1, row 2 and the row's leaf 3 hold their names.
  static func holdingTree(_ holds: HoldLedger, _ executor: SteppedExecutor) -> SteppedStore {
    let state = Tree.State(leaf: Twig.State(id: 1), rows: [Row.State(id: 2, leaf: Twig.State(id: 3))])
    let tree = SteppedStore(state, executor: executor) { Tree(holds: holds) }
    tree.send(.leaf(.appeared))
    tree.send(.rows(.element(id: 2, action: .appeared)))
    tree.send(.rows(.element(id: 2, action: .leaf(.appeared))))
    return tree
  }
}

extension CasePath where Root == Tree.Action {
  static var leaf: CasePath<Root, Twig.Action> {
    .init(embed: Root.leaf) { if case .leaf(let action) = $0 { action } else { nil } }
  }
  static var rows: CasePath<Root, IdentifiedActionOf<Row>> {
    .init(embed: Root.rows) { if case .rows(let action) = $0 { action } else { nil } }
  }
  static var first: CasePath<Root, Twig.Action> {
    .init(embed: Root.first) { if case .first(let action) = $0 { action } else { nil } }
  }
  static var second: CasePath<Root, Twig.Action> {
    .init(embed: Root.second) { if case .second(let action) = $0 { action } else { nil } }
  }
  static var sheet: CasePath<Root, PresentationAction<Twig.Action>> {
    .init(embed: Root.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
  static var path: CasePath<Root, StackAction<Twig.State, Twig.Action>> {
    .init(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Tree.Screen {
  static var first: CasePath<Root, Twig.State> {
    .init(embed: Root.first) { if case .first(let state) = $0 { state } else { nil } }
  }
  static var second: CasePath<Root, Twig.State> {
    .init(embed: Root.second) { if case .second(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Row.Action {
  static var leaf: CasePath<Root, Twig.Action> {
    .init(embed: Root.leaf) { if case .leaf(let action) = $0 { action } else { nil } }
  }
}
