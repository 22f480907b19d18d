import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct BindingTests {
  @Test func `a binding action sets its property before the feature responds`() {
    let store = TestStore(initialState: Profile.State()) { Profile() }

    store.send(\.binding.name, "Ada") {
      $0.name = "Ada"
      $0.isChanged = true
    }
    store.send(.set(\.age, 36)) { $0.age = 36 }
    store.send(.binding(.set(\.address.street, "Mill Lane"))) { $0.address.street = "Mill Lane" }
    store.send(.resetButtonTapped) { $0 = Profile.State() }
  }

  @Test func `the path to a property takes only its changes`() {
    let name = CasePath<Profile.Action, String>(\.binding.name)

    #expect(name.extract(.set(\.name, "Ada")) == "Ada")
    #expect(name.extract(.set(\.title, "Ada")) == nil)
    #expect(name.extract(.resetButtonTapped) == nil)
    #expect(name.caseName == "binding.name")
  }

  @Test func `binding actions are equal if they set one property to equal values`() {
    let name = BindingAction<Profile.State>.set(\.name, "Ada")

    #expect(name == .set(\.name, "Ada"))
    #expect(name != .set(\.name, "Grace"))
    #expect(name != .set(\.title, "Ada"))
  }

  @Test func `a binding action is described by its property and its value`() {
    #expect(describe(Profile.Action.set(\.name, "Ada")) == #".binding(.set(\State.name, "Ada"))"#)
  }

  @Test func `an effect sends a binding action, which a test receives by its property`() {
    let store = TestStore(initialState: Profile.State()) { Profile() }

    store.send(.loadButtonTapped)
    store.receive(\.binding.name, "Grace") {
      $0.name = "Grace"
      $0.isChanged = true
    }
  }

  @Test func `a case with another payload is no binding`() {
    #expect(Knot.binding(1).binding == 1)
  }
}

@Reducer
struct Profile {
  @ObservableState
  struct State: Equatable {
    var name = ""
    var title = ""
    var age = 0
    var address = Address()
    var isChanged = false

    struct Address: Equatable {
      var street = ""
    }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case loadButtonTapped
    case resetButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.name):
        state.isChanged = true
        return .none
      case .binding:
        return .none
      case .loadButtonTapped:
        return .run { send in
          await send(.set(\.name, "Grace"))
        }
      case .resetButtonTapped:
        state = State()
        return .none
      }
    }
  }
}

@CasePathable
private enum Knot {
  case binding(Int)
}
