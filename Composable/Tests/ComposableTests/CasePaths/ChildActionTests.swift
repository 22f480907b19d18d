import ComposableTesting
import Testing

@testable import ComposableCore

/// The paths from a parent's action to that of an element or of a presented child.
@Suite struct ChildActionTests {
  typealias Stacked = StackAction<Int, Child>

  @Test func `each case has a path`() {
    let row = IdentifiedAction<Int, Child>.element(id: 1, action: .tapped)

    #expect(extract(.popFrom, from: Stacked.popFrom(id: 2)) == 2)
    #expect(extract(.push, from: Stacked.push(id: 3, state: 1))?.id == 3)
    #expect(extract(.element, from: Stacked.element(id: 1, action: .tapped))?.action == .tapped)
    #expect(extract(.popFrom, from: Stacked.element(id: 1, action: .tapped)) == nil)
    #expect(extract(.dismiss, from: PresentationAction<Child>.dismiss) != nil)
    #expect(extract(.presented, from: PresentationAction.presented(Child.tapped)) == .tapped)
    #expect(extract(.presented, from: PresentationAction<Child>.dismiss) == nil)
    #expect(extract(.element, from: row)?.id == 1)
    #expect(extract(.element, from: row)?.action == .tapped)
  }

  @Test func `a path goes to the element with an id`() {
    let stacked = Feature.path(.element(id: 1, action: .tapped))
    let row = Feature.rows(.element(id: 1, action: .typed("a")))

    #expect(extract(.path[id: 1].tapped, from: stacked) != nil)
    #expect(extract(.path[id: 2].tapped, from: stacked) == nil)
    #expect(extract(.path.popFrom, from: stacked) == nil)
    #expect(CasePath<Feature, Void>.path[id: 1].tapped() == stacked)
    #expect(extract(.rows[id: 1].typed, from: row) == "a")
    #expect(extract(.rows[id: 2].typed, from: row) == nil)
    #expect(CasePath<Feature, String>.rows[id: 1].typed("a") == row)
  }

  @Test func `a path goes on into a presented child`() {
    let action = Feature.child(.presented(.typed("a")))

    #expect(extract(.child.presented.typed, from: action) == "a")
    #expect(extract(.child.presented.tapped, from: action) == nil)
    #expect(extract(.child.dismiss, from: action) == nil)
    #expect(CasePath<Feature, String>.child.presented.typed("a") == action)
  }
}

enum Child: Equatable { case tapped, typed(String) }

private enum Feature: Equatable {
  case path(StackAction<Int, Child>)
  case child(PresentationAction<Child>)
  case rows(IdentifiedAction<Int, Child>)
}

extension CasePath where Root == Child {
  static var tapped: CasePath<Root, Void> {
    .init(.tapped) { if case .tapped = $0 { true } else { false } }
  }
  static var typed: CasePath<Root, String> {
    .init(embed: Root.typed) { if case .typed(let text) = $0 { text } else { nil } }
  }
}

extension CasePath where Root == Feature {
  fileprivate static var path: CasePath<Root, StackAction<Int, Child>> {
    .init(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
  }
  fileprivate static var child: CasePath<Root, PresentationAction<Child>> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }
  fileprivate static var rows: CasePath<Root, IdentifiedAction<Int, Child>> {
    .init(embed: Root.rows) { if case .rows(let action) = $0 { action } else { nil } }
  }
}
