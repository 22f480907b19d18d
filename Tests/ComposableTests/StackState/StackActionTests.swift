import ComposableTesting
import Testing

@testable import Composable

@Suite struct StackActionTests {
  @Test func `each case has a path`() {
    #expect(payload(.popFrom, of: Action.popFrom(id: 2)) == 2)
    #expect(payload(.push, of: Action.push(id: 3, state: 1))?.id == 3)
    #expect(payload(.element, of: Action.element(id: 1, action: .tapped))?.action == .tapped)
    #expect(payload(.popFrom, of: Action.element(id: 1, action: .tapped)) == nil)
  }

  @Test func `a path goes to the element with an id`() {
    let action = Feature.path(.element(id: 1, action: .tapped))

    #expect(payload(.path[id: 1].tapped, of: action) != nil)
    #expect(payload(.path[id: 2].tapped, of: action) == nil)
    #expect(payload(.path.popFrom, of: action) == nil)
    #expect(CasePath<Feature, Void>.path[id: 1].tapped() == action)
  }

  typealias Action = StackAction<Int, Child>
}

enum Child: Equatable { case tapped, typed(String) }
enum Feature: Equatable {
  case path(StackAction<Int, Child>)
  case child(PresentationAction<Child>)
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
  static var path: CasePath<Root, StackAction<Int, Child>> {
    .init(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
  }
  static var child: CasePath<Root, PresentationAction<Child>> {
    .init(embed: Root.child) { if case .child(let action) = $0 { action } else { nil } }
  }
}
