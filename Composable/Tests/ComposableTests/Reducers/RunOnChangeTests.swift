import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

@Suite(.dependencies) struct RunOnChangeTests {
  private let holds = HoldLedger()

  @Test func `an effect lasts for as long as the value is the one it is for`() {
    let store = SteppedStore<Switches, Int>(Switches()) { [holds] in
      switches.runOnChange(of: \.isLeftOn, to: true) { _ in holds.hold("left") }
    }

    for action in [1, 2, 1] { store.send(action) }

    #expect(holds.history == ["+ left", "- left"])
  }

  @Test func `two effects that one line derives end apart`() {
    let store = SteppedStore<Switches, Int>(Switches()) { [holds] in
      // swift-format-ignore
      switches.runOnChange(of: \.isLeftOn, to: true) { _ in holds.hold("left") }.runOnChange(of: \.isRightOn, to: true) { _ in holds.hold("right") }
    }

    for action in [1, 2, 1] { store.send(action) }

    #expect(holds.history == ["+ left", "+ right", "- left"])
  }

  @Test func `two effects that one function derives end apart`() {
    let store = SteppedStore<Switches, Int>(Switches()) {
      held("right", \.isRightOn, held("left", \.isLeftOn, switches))
    }

    for action in [2, 1, 2] { store.send(action) }

    #expect(holds.history == ["+ right", "+ left", "- right"])
  }

  @Test func `an effect begins with a store whose state has the value already`() {
    let store = SteppedStore<Switches, Int>(Switches(isLeftOn: true)) { [holds] in
      switches.runOnChange(of: \.isLeftOn, to: true) { _ in holds.hold("left") }
    }

    for action in [2, 1] { store.send(action) }

    #expect(holds.history == ["+ left", "- left"])
  }

  private func held(
    _ name: String,
    _ value: any KeyPath<Switches, Bool> & Sendable,
    _ reducer: Reduce<Switches, Int>
  ) -> Reduce<Switches, Int> {
    reducer.runOnChange(of: { $0[keyPath: value] }, to: true) { [holds] _ in holds.hold(name) }
  }
}

private struct Switches: Equatable, Sendable {
  var isLeftOn = false
  var isRightOn = false
}

/// 1 turns the left one on or off, 2 the right one.
private let switches = Reduce<Switches, Int> { state, action in
  if action == 1 { state.isLeftOn.toggle() } else { state.isRightOn.toggle() }
  return .none
}
