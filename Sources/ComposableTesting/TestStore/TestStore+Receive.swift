public import Composable

extension TestStore where Action: Equatable {
  /// Asserts that the next action that came in response is this one, and what it changes.
  public func receive(
    _ action: Action,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    receive(.equal(to: action), change, at: CodeLocation(fileID: fileID, line: line))
  }
}

extension TestStore {
  /// Asserts that the next action that came in response is of this case, and what it changes.
  public func receive<Value>(
    _ path: CasePath<Action, Value>,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    receive(.ofCase(path), change, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Asserts that the next action that came in response is of this case with this value, and what it changes.
  public func receive<Value: Equatable & Sendable>(
    _ path: CasePath<Action, Value>,
    _ value: Value,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    receive(.ofCase(path, value), change, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Asserts that the next action that came in response fits, and what it changes; each action is tried once.
  public func receive(
    where isExpected: (Action) -> Bool,
    assert change: ((inout State) throws -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    withoutActuallyEscaping(isExpected) { isExpected in
      receive(.fitting(isExpected), change, at: CodeLocation(fileID: fileID, line: line))
    }
  }
}

extension TestStore {
  private func receive(
    _ expectation: ActionExpectation<Action>,
    _ change: ((inout State) throws -> Void)?,
    at location: CodeLocation
  ) {
    collect()
    take(expectation, change, within: nil, at: location)
  }

  /// Receives what has come; `timeout` is how long it was waited for.
  func take(
    _ expectation: ActionExpectation<Action>,
    _ change: ((inout State) throws -> Void)?,
    within timeout: Duration?,
    at location: CodeLocation
  ) {
    let isNext = exhaustivity.isOn ? nextMatches(expectation) : skip(to: expectation, at: location)
    guard let isNext else { return reportMissing(expectation, within: timeout, at: location) }
    guard let next = received.popFirst() else { return }
    if isNext {
      follow(next, asserting: change, after: .receiving(next.action), at: location)
    } else {
      reportUnexpected(next.action, instead: expectation, at: location)
      follow(next)
    }
  }

  /// Whether the next action matches the expectation; nil where there is none.
  private func nextMatches(_ expectation: ActionExpectation<Action>) -> Bool? {
    received.waiting.first.map { expectation.matches($0.action) }
  }

  /// Passes over the actions before the first that matches the expectation; nil, with all of them left, where none does.
  private func skip(to expectation: ActionExpectation<Action>, at location: CodeLocation) -> Bool? {
    guard let count = othersBefore(expectation) else { return nil }
    if count > 0 { noteOmission(skippedText(of: count, before: stepText(behind: count)), at: location) }
    for _ in 0..<count { received.popFirst().map(follow) }
    return true
  }

  /// How many actions wait before the first that matches the expectation; nil where none does.
  func othersBefore(_ expectation: ActionExpectation<Action>) -> Int? {
    received.waiting.enumerated().first { expectation.matches($0.element.action) }?.offset
  }

  private func stepText(behind count: Int) -> String {
    received.waiting.dropFirst(count).prefix(1).map { "\(Step.receiving($0.action))" }.joined()
  }
}

extension TestStore {
  /// The note about the first of the actions that wait.
  func skippedText(of count: Int, before event: String) -> String {
    paragraphs(
      "Skipped before \(event): \(counted(count, "action")) that came in response.",
      bullets(received.waiting.prefix(count).map { caseName(of: $0.action) })
    )
  }

  private func reportUnexpected(
    _ action: Action,
    instead expectation: ActionExpectation<Action>,
    at location: CodeLocation
  ) {
    let later = othersBefore(expectation).map { behind in
      "What is expected comes later, behind \(counted(behind + 1, "other action")): receive what is before it first."
    }
    report(
      paragraphs(
        "Expected to receive \(expectation.noun), but another came first (expected: −, received: +):",
        expectation.difference(to: action),
        later
      ),
      at: location
    )
  }

  private func reportMissing(
    _ expectation: ActionExpectation<Action>,
    within timeout: Duration?,
    at location: CodeLocation
  ) {
    let time = timeout.map { " within \($0)" } ?? ""
    let found = received.isEmpty ? "nothing came in response\(time)" : "only others came in response\(time)"
    report(
      paragraphs(
        "Expected to receive \(expectation.noun), but \(found).",
        expectation.details,
        received.isEmpty ? nil : bullets(received.waiting.map { caseName(of: $0.action) }),
        missingHint(within: timeout)
      ),
      at: location
    )
  }

  private func missingHint(within timeout: Duration?) -> String {
    let effects = allEffectsInFlight
    if effects.isEmpty {
      return "No effect is in flight that could send it. Was it cancelled, or is the state gone that it belonged to?"
    }
    let longer = timeout == nil ? "\"receive\" a \"timeout\"" : "\"receive\" a longer \"timeout\""
    return paragraphs(
      "Still in flight:",
      bullets(effects.map(\.name)),
      "If it waits for the clock, advance it. If it waits for work outside of the store's executor, give \(longer)."
    )
  }
}
