import Composable

/// An enum with every kind of case.
@CasePathable
enum Shelf: Sendable {
  case empty, closed
  case count(Int)
  case label(text: String)
  case size(width: Int, Int)
  case maker(@Sendable () -> Int)
  indirect case inner(Shelf)
  case `default`(any Sendable)
  #if os(Linux)
    case conditional(Int)
  #endif
}

/// A counter, as the screen of others.
struct Counter: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var step = 1
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case tapped
    case changed(by: Int)
  }

  var step = 1

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tapped: return .send(.changed(by: step))
    case .changed(let step): state.count += step
    }
    return .none
  }
}

/// An answer to an alert.
enum Answer: Equatable, Sendable {
  case yes
}

/// The screens of an application.
@Reducer
enum Path {
  case counter(Counter)
  case fast(Counter = Counter(step: 10))
  case alert(AlertState<Answer>)
}

extension Path.State: Equatable {}
extension Path.Action: Equatable {}

/// A list of screens, one more screen as a sheet, and a row of counters.
struct Screens: Reducer {
  struct State: Equatable, Sendable {
    var path = StackState<Path.State>()
    @PresentationState var sheet: Path.State?
    @PresentationState var question: AlertState<Answer>?
    var fixed = Counter.State()
    var optional: Counter.State?
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case path(StackAction<Path.State, Path.Action>)
    case sheet(PresentationAction<Path.Action>)
    case fixed(Counter.Action)
    case optional(Counter.Action)
    case question(PresentationAction<Answer>)
    case sheetTapped, alertTapped
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.fixed, action: \.fixed) { Counter() }
    Reduce { state, action in
      switch action {
      case .sheetTapped: state.sheet = .fast(Counter.State())
      case .alertTapped:
        let question = AlertState(
          "Sure?",
          buttons: [.init("Yes", role: .destructive, action: Answer.yes), .init("No", role: .cancel)]
        )
        state.question = question
        state.sheet = .alert(question)
      default: break
      }
      return .none
    }
    .ifLet(\.$question, action: \.question)
    .ifLet(\.optional, action: \.optional) { Counter() }
    .ifLet(\.$sheet, action: \.sheet) { Path.body }
    .forEach(\.path, action: \.path)
  }
}

/// A client with each kind of endpoint.
@DependencyClient
struct WeatherClient: Sendable {
  var name: String = "weather"
  var place: String
  var degrees: @Sendable (_ place: String) async throws -> Int
  var refresh: @Sendable () -> Void
  var isCloudy: @Sendable () -> Bool = { true }
  let version = 1
  private(set) var calls: Int
  var unit: String = "°C" { didSet { calls += 1 } }
}

/// Nested screens, whose public feature is declared in another file without `Sendable`.
public enum Exhibition {
  @Reducer
  public enum Path {
    case exported(Exported)
  }
}
