import Composable

extension TestStore {
  /// Asserts the state as the test has followed it so far, in a test that is not exhaustive.
  public func assert(
    _ change: (inout State) throws -> Void,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var expected = state
    guard apply(change, to: &expected, at: location), expected != state else { return }
    reportDifference("The state is not as expected", expected, state, at: location)
  }

  /// Takes the step that an action made, and reports where `change` does not lead there.
  func expect(
    _ change: ((inout State) throws -> Void)?,
    leadsTo step: RecordedAction<State, Action>,
    after event: String,
    at location: CodeLocation
  ) {
    let former = state
    stackIDs = step.stackIDs
    defer {
      state = step.state
      stackIDs = nil
    }
    if exhaustivity.isOn {
      expectExactly(change, from: former, to: step.state, after: event, at: location)
    } else {
      expectPart(change, from: former, of: step.state, after: event, at: location)
    }
  }

  private func expectExactly(
    _ change: ((inout State) throws -> Void)?,
    from former: State,
    to actual: State,
    after event: String,
    at location: CodeLocation
  ) {
    guard let change else {
      if former == actual { return }
      return reportDifference(
        "The state was not expected to change after \(event), but it did",
        former,
        actual,
        at: location
      )
    }
    var expected = former
    guard apply(change, to: &expected, at: location) else { return }
    if expected != actual {
      reportDifference("After \(event), the state is not as expected", expected, actual, at: location)
    } else if former == actual {
      report(
        """
        The state was expected to change after \(event), but it did not.

        The closure that asserts the change changes nothing: leave it out.
        """,
        at: location
      )
    }
  }

  private func expectPart(
    _ change: ((inout State) throws -> Void)?,
    from former: State,
    of actual: State,
    after event: String,
    at location: CodeLocation
  ) {
    var expected = actual
    if let change {
      guard apply(change, to: &expected, at: location) else { return }
      if expected != actual {
        return reportDifference("After \(event), the state is not as expected", expected, actual, at: location)
      }
    }
    if exhaustivity.showsSkipped { tellSkippedChange(change, from: former, to: actual, after: event, at: location) }
  }

  private func tellSkippedChange(
    _ change: ((inout State) throws -> Void)?,
    from former: State,
    to actual: State,
    after event: String,
    at location: CodeLocation
  ) {
    var asserted = former
    if let change {
      guard apply(change, to: &asserted, at: location) else { return }
      if former == actual { return tellAside("Skipped: the closure after \(event) is not needed.", at: location) }
    }
    guard let difference = diff(asserted, actual, format: .expectedFirst) else { return }
    tellAside("Skipped after \(event): a change of state was not asserted.\n\n\(difference)", at: location)
  }

  private func apply(
    _ change: (inout State) throws -> Void,
    to state: inout State,
    at location: CodeLocation
  ) -> Bool {
    var dependencies = dependencies
    dependencies.stackIDs = (stackIDs ?? dependencies.stackIDs).copy()
    do {
      try DependencyValues.$current.withValue(dependencies) { try change(&state) }
      return true
    } catch {
      report("The closure that asserts the state threw an error: \(String(reflecting: error))", at: location)
      return false
    }
  }

  private func reportDifference(_ event: String, _ expected: State, _ actual: State, at location: CodeLocation) {
    let difference = diff(expected, actual, format: .expectedFirst) ?? "(the two are unequal, and look the same)"
    report("\(event).\n\n(expected: −, actual: +)\n\n\(difference)", at: location)
  }
}
