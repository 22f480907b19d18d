import Composable
import Testing

@Suite struct IdentifiedActionTests {
  @Test func `a path goes to the action of any element`() {
    let action = IdentifiedAction<Int, Child>.element(id: 1, action: .tapped)

    #expect(payload(.element, of: action)?.id == 1)
    #expect(payload(.element, of: action)?.action == .tapped)
  }

  @Test func `a path goes to the element with an id`() {
    let action = Parent.rows(.element(id: 1, action: .typed("a")))

    #expect(payload(.rows[id: 1].typed, of: action) == "a")
    #expect(payload(.rows[id: 2].typed, of: action) == nil)
    #expect(CasePath<Parent, String>.rows[id: 1].typed("a") == action)
  }

  fileprivate enum Parent: Equatable {
    case rows(IdentifiedAction<Item.ID, Child>)
  }
}

extension CasePath where Root == IdentifiedActionTests.Parent {
  fileprivate static var rows: CasePath<Root, IdentifiedAction<Item.ID, Child>> {
    .init(embed: Root.rows) { root in
      switch root {
      case .rows(let action): action
      }
    }
  }
}
