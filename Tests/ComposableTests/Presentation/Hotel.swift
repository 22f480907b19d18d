import Composable

/// A text that one answer takes away.
struct Alert: Equatable, Sendable, EphemeralState {
  var text = ""

  enum Action: Equatable, Sendable { case confirmed }
}

/// A feature that presents one of several: guests, or what asks for one answer.
struct Hotel: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    @PresentationState var destination: Destination.State?

    init(destination: Destination.State? = nil) {
      destination.map { self.destination = $0 }
    }
  }

  enum Action: Equatable, Sendable {
    case showed(Destination.State?), counted, confused
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
      case guest(Guest.State)
      case other(Guest.State)
      case alert(Alert)
      case dialog(Alert)
      case empty

      var isEphemeral: Bool {
        switch self {
        case .alert, .dialog: true
        case .guest, .other, .empty: false
        }
      }
    }

    enum Action: Equatable, Sendable {
      case guest(Guest.Action)
      case other(Guest.Action)
      case alert(Alert.Action)
      case settled
    }

    static let lineOfOther = #line + 8

    let journal: Journal

    var body: some Reducer<State, Action> {
      Scope(state: .guest, action: .guest) {
        Guest(journal: journal)
      }
      Scope(state: .other, action: .other) {
        Guest(journal: journal)
      }
      Reduce { state, action in
        action == .settled ? staying("destination", journal) : .none
      }
    }
  }
}

extension CasePath where Root == Hotel.Action {
  static var destination: CasePath<Root, PresentationAction<Hotel.Destination.Action>> {
    .init(embed: Root.destination) { if case .destination(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Hotel.Destination.State {
  static var guest: CasePath<Root, Guest.State> {
    .init(embed: Root.guest) { if case .guest(let state) = $0 { state } else { nil } }
  }
  static var other: CasePath<Root, Guest.State> {
    .init(embed: Root.other) { if case .other(let state) = $0 { state } else { nil } }
  }
  static var alert: CasePath<Root, Alert> {
    .init(embed: Root.alert) { if case .alert(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Hotel.Destination.Action {
  static var guest: CasePath<Root, Guest.Action> {
    .init(embed: Root.guest) { if case .guest(let action) = $0 { action } else { nil } }
  }
  static var other: CasePath<Root, Guest.Action> {
    .init(embed: Root.other) { if case .other(let action) = $0 { action } else { nil } }
  }
}
