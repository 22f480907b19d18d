@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct CancelSeveralTests {
  private enum Name: Hashable, CaseIterable { case first, second, third }

  /// Three effects, each of which sends its number after a second, and their names.
  let probe = EffectProbe<Int>(
    .merge(Name.allCases.enumerated().map { Effect.after(1, $0.offset).cancellable(id: $0.element) })
  )

  private func left(after effect: Effect<Int>) -> [Int] {
    probe.begin(effect)
    probe.clock.advance(by: .seconds(1))
    return probe.actions
  }

  @Test func `effects of several names end by one cancel`() {
    #expect(left(after: .cancel(ids: [Name.first, .third])) == [1])
  }

  @Test func `an effect ends the effects of several names`() {
    #expect(left(after: .run { _ in await Task.cancel(ids: Set([Name.first, .third])) }) == [1])
  }

  @Test(arguments: 0..<3) func `a collection in place of a name is its elements`(kind: Int) {
    let misspelt: any Misspelling = Misspelt(names: [Name.first, .third])
    #expect(left(after: misspelt.effects[kind]) == [1])
  }

  @Test(arguments: 0..<3) func `a collection in place of a name is its elements, inside an effect`(kind: Int) {
    let misspelt: any Misspelling = Misspelt(names: [Name.first, .third])
    #expect(left(after: .run { _ in await misspelt.cancel(kind) }) == [1])
  }

  @Test func `a collection that is a name is found as one`() {
    let misspelt: any Misspelling = Misspelt(names: [1, 2])
    probe.begin(Effect.after(1, 3).cancellable(id: [1, 2]))
    #expect(left(after: misspelt.effects[0]) == [0, 1, 2])
  }

  @Test func `an optional is the name that it has`() {
    #expect(left(after: .cancel(id: Name.first as Name?)) == [1, 2])
    #expect(left(after: .cancel(id: nil as Name?)) == [1, 2])
  }

  @Test func `an optional is the name that it has, inside an effect`() {
    #expect(left(after: .run { _ in await Task.cancel(id: Name.first as Name?) }) == [1, 2])
  }

  @Test func `an effect that was named by an optional is found by it, also by none`() {
    probe.begin(Effect.after(1, 3).cancellable(id: 7 as Int?))
    probe.begin(Effect.after(1, 4).cancellable(id: nil as Int?))
    probe.begin(.cancel(id: 7 as Int?))

    #expect(left(after: .cancel(id: nil as Int?)) == [0, 1, 2])
  }

  @Test func `a string is one name`() {
    probe.begin(Effect.after(1, 3).cancellable(id: "ab"))
    probe.begin(Effect.after(1, 4).cancellable(id: Character("a")))

    #expect(left(after: .cancel(id: "ab")) == [0, 1, 2, 4])
  }
}

/// Calls that are warned of; the protocol lets a test call them without a warning.
private protocol Misspelling: Sendable {
  var effects: [Effect<Int>] { get }
  func cancel(_ kind: Int) async
}

private struct Misspelt<ID: Hashable & Sendable>: Misspelling {
  let names: [ID]

  @available(*, deprecated) var effects: [Effect<Int>] {
    [.cancel(id: names), .cancel(id: names[...]), .cancel(id: Set(names))]
  }

  @available(*, deprecated) func cancel(_ kind: Int) async {
    switch kind {
    case 0: await Task.cancel(id: names)
    case 1: await Task.cancel(id: names[...])
    default: await Task.cancel(id: Set(names))
    }
  }
}
