import ComposableCore

@main struct App {
  static func main() {
    var state = Screens.State()
    for _ in 0..<4 { _ = Screens().reduce(into: &state, action: .pushed) }
    for id in state.path.ids {
      _ = Screens().reduce(into: &state, action: .path(.element(id: id, action: .counter(.tapped))))
    }
    let taps = state.path.compactMap { $0[case: \.counter]?.taps }.reduce(0, +)
    print("\(state.path.count) screens, \(taps) taps")
  }
}
