import ComposableCore

/// A text that one answer takes away.
struct Alert: Equatable, Sendable, EphemeralState {
  var text = ""

  enum Action: Equatable, Sendable { case confirmed }
}

/// A feature that presents one of several: children, or what asks for one answer.
struct Presenter: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    @PresentationState var destination: Destination.State?

    init(destination: Destination.State? = nil) {
      destination.map { self.destination = $0 }
    }
  }

  enum Action: Equatable, Sendable {
    case showed(Destination.State?), counted
    case destination(PresentationAction<Destination.Action>)
  }

  typealias Rule = @Sendable (inout State, Action) -> Effect<Action>

  var journal: Journal
  var rule: Rule

  init(journal: Journal = Journal(), rule: @escaping Rule = { _, _ in .none }) {
    self.journal = journal
    self.rule = rule
  }

  var body: some Reducer<State, Action> {
    CombineReducers {
      Reduce { state, action in
        if case .showed(let destination) = action { state.destination = destination }
        if case .counted = action { state.count += 1 }
        return .none
      }
      Reduce(rule)
    }
    .ifLet(\.$destination, action: .destination) { Destination(journal: journal) }
  }

  struct Destination: Reducer {
    enum State: Equatable, Sendable, EphemeralState {
      case child(ChildFeature.State)
      case other(ChildFeature.State)
      case alert(Alert)
      case dialog(Alert)
      case empty

      var isEphemeral: Bool {
        switch self {
        case .alert, .dialog: true
        case .child, .other, .empty: false
        }
      }
    }

    enum Action: Equatable, Sendable {
      case child(ChildFeature.Action)
      case other(ChildFeature.Action)
      case alert(Alert.Action)
      case settled
    }

    let journal: Journal

    var body: some Reducer<State, Action> {
      Scope(state: .child, action: .child) { ChildFeature(journal: journal) }
      Scope(state: .other, action: .other) { ChildFeature(journal: journal) }
      Reduce { _, action in
        action == .settled ? .holding("destination", journal) : .none
      }
    }
  }
}

extension CasePath where Root == Presenter.Action {
  static var destination: CasePath<Root, PresentationAction<Presenter.Destination.Action>> {
    .init(embed: Root.destination) { if case .destination(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Presenter.Destination.State {
  static var child: CasePath<Root, ChildFeature.State> {
    .init(embed: Root.child) { if case .child(let state) = $0 { state } else { nil } }
  }
  static var other: CasePath<Root, ChildFeature.State> {
    .init(embed: Root.other) { if case .other(let state) = $0 { state } else { nil } }
  }
  static var alert: CasePath<Root, Alert> {
    .init(embed: Root.alert) { if case .alert(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Presenter.Destination.Action {
  static var child: CasePath<Root, ChildFeature.Action> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }
  static var other: CasePath<Root, ChildFeature.Action> {
    .init(embed: Root.other) { if case .other(let action) = $0 { action } else { nil } }
  }
}
