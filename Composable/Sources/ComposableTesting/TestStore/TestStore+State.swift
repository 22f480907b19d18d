import ComposableCore
import ComposableShared
import Synchronization
public import Testing

extension TestStore {
  /// The change that a test expects: turns the old state into the new one.
  public typealias Change = (inout State) throws -> Void

  /// Asserts the current state. For non-exhaustive tests, and for shared values that no action
  /// changed.
  public func assert(_ change: Change, at location: SourceLocation = #_sourceLocation) {
    let actual = present
    adoptDefaults(of: actual)
    var expected = exhaustivity.isOn ? followed : actual
    defer { followed.shared = actual.shared }
    guard apply(change, to: &expected, after: nil, at: location), expected != actual else { return }
    reportDifference(nil, expected, actual, at: location)
  }

  /// Follows the store through one action, and reports if `change` does not lead to the same state.
  func follow(
    _ action: RecordedAction<State, Action>,
    asserting change: Change?,
    after step: @autoclosure () -> String,
    at location: SourceLocation
  ) {
    nextStackID = action.stackIDs.before
    let outcome = outcome(of: action)
    expect(change, leadsTo: outcome, after: step(), at: location)
    followed = outcome
    nextStackID = action.stackIDs.after
  }

  /// Reports if `change` does not lead from the current state to `actual`.
  func expect(
    _ change: Change?,
    leadsTo actual: Outcome<State>,
    after step: @autoclosure () -> String,
    at location: SourceLocation
  ) {
    adoptDefaults(of: actual)
    // A non-exhaustive test may assert a part: apply the change to the new state, which must stay
    // the same.
    let former = followed
    var expected = exhaustivity.isOn ? former : actual
    if let change {
      guard apply(change, to: &expected, after: step(), at: location) else { return }
      if expected != actual { return reportDifference(step(), expected, actual, at: location) }
    }
    if exhaustivity.showsSkipped { noteUnasserted(change, of: actual, after: step(), at: location) }
    if !exhaustivity.isOn || (change == nil) == (former == actual) { return }
    if change == nil {
      report(
        "The state changed after \(step()), but no change was asserted (expected: −, actual: +):",
        difference(former, actual),
        "Assert the change in a trailing closure.",
        at: location
      )
    } else {
      report(
        "The state was expected to change after \(step()), but neither the action nor the closure changed it.",
        "Leave the closure out.",
        at: location
      )
    }
  }

  private func noteUnasserted(
    _ change: Change?,
    of actual: Outcome<State>,
    after step: String,
    at location: SourceLocation
  ) {
    var asserted = followed
    if let change {
      guard apply(change, to: &asserted, after: step, at: location) else { return }
      if followed == actual {
        return noteOmission("Not needed: the closure after \(step), for the state did not change.", at: location)
      }
    }
    guard asserted != actual else { return }
    let event = "Skipped after \(step): a change of state (asserted: −, actual: +)."
    noteOmission(event, difference(asserted, actual), at: location)
  }

  private func apply(
    _ change: Change,
    to outcome: inout Outcome<State>,
    after step: @autoclosure () -> String?,
    at location: SourceLocation
  ) -> Bool {
    do {
      assertionIDs.restart(at: nextStackID)
      trial.values = outcome.shared
      try SharedTrial.$current.withValue(trial) {
        try DependencyValues.$current.withValue(assertionDependencies) { try change(&outcome.state) }
      }
      outcome.shared = trial.values
      return true
    } catch {
      let thrown: Any = error
      let text = (thrown as? any CustomDebugStringConvertible)?.debugDescription ?? describe(error)
      report("The closure that asserts the state\(suffix(step())) threw an error: \(text)", at: location)
      return false
    }
  }

  private func reportDifference(
    _ step: String?,
    _ expected: Outcome<State>,
    _ actual: Outcome<State>,
    at location: SourceLocation
  ) {
    let event = "Expected another state\(suffix(step)) (expected: −, actual: +):"
    report(event, difference(expected, actual), at: location)
  }

  func difference(_ expected: Outcome<State>, _ actual: Outcome<State>) -> String? {
    let shared = diff(expected.shared, actual.shared, format: .expectedFirst)
    let parts = [diff(expected.state, actual.state, format: .expectedFirst), shared.map { "Shared values:\n\n\($0)" }]
    return parts.contains { $0 != nil } ? joined(parts) : nil
  }

  /// Adds the first values of what is shared since the last step: a default that appears is not a
  /// change.
  func adoptDefaults(of actual: Outcome<State>) {
    let new = actual.shared.byName.keys.filter { followed.shared.byName[$0] == nil }
    if new.isEmpty { return }
    let first = sharing.first
    for name in new { followed.shared.byName[name] = first.byName[name] }
  }

  private func suffix(_ step: String?) -> String { step.map { " after \($0)" } ?? "" }
}

/// What a test asserts after a step.
struct Outcome<State: Equatable>: Equatable {
  var state: State
  var shared: SharedValues
}

/// The shared values of a store, now and after each reduced action.
final class SharedJournal: Sendable {
  private let storage: SharedStorage
  private let entries = Mutex(Queue<SharedValues>())

  init(_ storage: SharedStorage) {
    self.storage = storage
  }

  var present: SharedValues { storage.values }

  /// The values as they were when they appeared.
  var first: SharedValues { storage.firstValues }

  func note() {
    let values = present
    entries.withLock { $0.append(values) }
  }

  func next() -> SharedValues? { entries.withLock { $0.popFirst() } }
}
