import Composable

@CasePathable
enum Plain {
  case empty
  case one(Int)
  case labelled(text: String, Int)
}

@CasePathable
public enum Open {
  case one(Int)
}

@CasePathable
package enum Packaged {
  case one(Int)
}

@CasePathable
private enum Private {
  case one(Int)
}

@CasePathable
enum Keywords {
  case `default`(Int)
  case `init`
  case `self`(in: Int, for: Int)
}

@CasePathable
enum Conditional {
  case one(Int)
  #if os(Linux)
    case two(Int)
  #elseif DEBUG
    case two(String)
  #else
    #if ALPHA
      case three
    #endif
  #endif
}

extension Open {
  public enum Deep {}
}

public extension Open.Deep {
  @CasePathable
  enum Inherited {
    case one(Int)
  }

  @CasePathable
  internal enum Inner {
    case one(Int)
  }

  enum Between {
    @CasePathable
    enum Inherited {
      case one(Int)
    }
  }
}

@CasePathable
public enum Bindable {
  case binding(BindingAction<Int>)
}

@CasePathable
enum Unbindable {
  case binding(Int)
}

@Reducer
public struct Feature {
  public struct State: Sendable {}
  public enum Action: Sendable {}
  public init() {}
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Reducer
public struct Missing {}

@Reducer
struct Declared: Reducer {
  typealias State = Feature.State
  @CasePathable enum Action {}
  @ReducerBuilder<State, Action> var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
struct Alternatives {
  @ObservableState
  enum State {
    case one(Int)
  }
  #if os(Linux)
    enum Action {
      case one
    }
  #endif
  var body: some ReducerOf<Self> { EmptyReducer() }
}

extension DependencyValues {
  @DependencyEntry var tested: [Int] = [1, 2]
  @DependencyEntry(liveValue: 3) public var live: Int
  @DependencyEntry(liveValue: 3) package var both: Int = 4
}

@Reducer
public enum Screens {
  case plain(Feature)
  case made(Feature = Feature())
  case alert(AlertState<Int>)
}

@Reducer
enum Alerts {
  case qualified(ComposableExtras.AlertState<Int>)
  case reexported(Composable.AlertState<Int>)
  case dialog(ConfirmationDialogState<Int>)
}

@Reducer
enum ConditionalScreens {
  case plain(Feature)
  #if os(Linux)
    case alert(AlertState<Int>)
  #else
    case `else`(Feature)
  #endif
}

@DependencyClient
struct Client {
  var size: Int = 1
  private var secret: Int = 2
  private(set) var seen: Int
  var watched: Int { didSet {} }
  var computed: Int { 1 }
  var load: @Sendable (_ id: Int) async throws -> String
  var close: () -> Void
  var wrapped: (@Sendable () -> Void)
  #if os(Linux)
    var extra: @Sendable () -> Void = {}
  #endif
}

@DependencyClient
public struct OpenClient {
  public var load: @Sendable () async throws -> String
}

public extension Open {
  @DependencyClient
  struct Client {
    public var load: @Sendable () async throws -> String
  }
}

// The compiler expands a macro on an enum when its members are used.
func use(_: Screens.State, _: Alerts.State, _: ConditionalScreens.State) {
  _ = Screens.body
  _ = Alerts.body
  _ = ConditionalScreens.body
}
