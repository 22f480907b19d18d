import Composable

extension TestStore {
  /// Asserts the state as the test has followed it so far; for tests that are not exhaustive.
  public func assert(
    _ change: (inout State) throws -> Void,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    var expected = state
    guard apply(change, to: &expected, after: nil, at: location), expected != state else { return }
    reportDifference(nil, expected, state, at: location)
  }

  /// Takes the step that an action brought about, and reports where `change` does not lead there.
  func follow(
    _ action: RecordedAction<State, Action>,
    asserting change: ((inout State) throws -> Void)?,
    after step: Step<Action>,
    at location: CodeLocation
  ) {
    nextStackID = action.stackIDs.before
    expect(change, leadsTo: action.state, after: step, at: location)
    follow(action)
  }

  /// Reports where `change` does not lead from the state to `actual`.
  func expect(
    _ change: ((inout State) throws -> Void)?,
    leadsTo actual: State,
    after step: Step<Action>,
    at location: CodeLocation
  ) {
    if exhaustivity.isOn {
      expectExactly(change, leadsTo: actual, after: step, at: location)
    } else {
      expectPart(change, of: actual, after: step, at: location)
    }
  }

  private func expectExactly(
    _ change: ((inout State) throws -> Void)?,
    leadsTo actual: State,
    after step: Step<Action>,
    at location: CodeLocation
  ) {
    guard let change else {
      if state != actual { reportUnasserted(actual, after: step, at: location) }
      return
    }
    var expected = state
    guard apply(change, to: &expected, after: step, at: location) else { return }
    if expected != actual {
      reportDifference(step, expected, actual, at: location)
    } else if state == actual {
      report(
        """
        The state was expected to change after \(step), but neither the action nor the closure changed it.

        Leave the closure out.
        """,
        at: location
      )
    }
  }

  private func expectPart(
    _ change: ((inout State) throws -> Void)?,
    of actual: State,
    after step: Step<Action>,
    at location: CodeLocation
  ) {
    if let change {
      var expected = actual
      guard apply(change, to: &expected, after: step, at: location) else { return }
      if expected != actual { return reportDifference(step, expected, actual, at: location) }
    }
    if exhaustivity.showsSkipped { noteSkippedChange(change, leadsTo: actual, after: step, at: location) }
  }

  private func noteSkippedChange(
    _ change: ((inout State) throws -> Void)?,
    leadsTo actual: State,
    after step: Step<Action>,
    at location: CodeLocation
  ) {
    var asserted = state
    if let change {
      guard apply(change, to: &asserted, after: step, at: location) else { return }
      if state == actual {
        return noteOmission("Not needed: the closure after \(step), for the state did not change.", at: location)
      }
    }
    guard asserted != actual else { return }
    let difference = difference(asserted, actual)
    noteOmission("Skipped after \(step): a change of state (asserted: −, actual: +).\n\n\(difference)", at: location)
  }

  private func apply(
    _ change: (inout State) throws -> Void,
    to state: inout State,
    after step: Step<Action>?,
    at location: CodeLocation
  ) -> Bool {
    do {
      assertionIDs.restart(at: nextStackID)
      try Composable.withDependencies {
        $0 = dependencies
        $0.stackIDs = assertionIDs
      } operation: {
        try change(&state)
      }
      return true
    } catch {
      report(
        "The closure that asserts \(stateText(after: step)) threw an error: \(String(reflecting: error))",
        at: location
      )
      return false
    }
  }
}

extension TestStore {
  private func reportUnasserted(_ actual: State, after step: Step<Action>, at location: CodeLocation) {
    report(
      """
      The state changed after \(step), but no change was asserted (expected: −, actual: +):

      \(difference(state, actual))

      Assert the change in a trailing closure.
      """,
      at: location
    )
  }

  private func reportDifference(_ step: Step<Action>?, _ expected: State, _ actual: State, at location: CodeLocation) {
    report(
      """
      Expected another state\(step.map { " after \($0)" } ?? "") (expected: −, actual: +):

      \(difference(expected, actual))
      """,
      at: location
    )
  }

  private func difference(_ expected: State, _ actual: State) -> String {
    let difference = diff(expected, actual, format: .expectedFirst) ?? ""
    let isVisible = difference.split(separator: "\n").contains { $0.hasPrefix("−") || $0.hasPrefix("+") }
    return isVisible ? difference : "(The two look the same, but they are not equal by \"==\".)"
  }

  private func stateText(after step: Step<Action>?) -> String {
    step.map { "the state after \($0)" } ?? "the state"
  }
}
