import ComposableCore
import Testing

@Suite struct CaseNameTests {
  @Test func `labels are kept and payloads dropped`() {
    #expect(caseName(of: Action.plain) == ".plain")
    #expect(caseName(of: Action.one(1)) == ".one")
    #expect(caseName(of: Action.two(true, label: "secret")) == ".two(_:, label:)")
    #expect(caseName(of: Action.labelled(name: "secret")) == ".labelled(name:)")
  }

  @Test func `cases within cases are named`() {
    #expect(caseName(of: Action.child(.tapped)) == ".child(.tapped)")
    #expect(caseName(of: Action.row(index: 1, action: .typed("secret"))) == ".row(index:, action: .typed)")
    #expect(caseName(of: Action.maybe(.some(.tapped))) == ".maybe(.tapped)")
    #expect(caseName(of: Action.maybe(nil)) == ".maybe(nil)")
  }

  @Test func `a stack's and a presentation's actions are named down to the child`() {
    let id = StackElementID(generation: 3)

    #expect(caseName(of: StackAction<Int, Child>.element(id: id, action: .tapped)) == ".element(id:, action: .tapped)")
    #expect(caseName(of: PresentationAction<Child>.presented(.tapped)) == ".presented(.tapped)")
    #expect(caseName(of: PresentationAction<Child>.dismiss) == ".dismiss")
  }

  @Test func `a value that is no enum is named by its type`() {
    #expect(caseName(of: State(secret: "a")) == "CaseNameTests.State")
    #expect(caseName(of: 1) == "Int")
  }

  struct State { var secret: String }

  enum Child { case tapped, typed(String) }

  enum Action {
    case plain
    case one(Int)
    case two(Bool, label: String)
    case labelled(name: String)
    case child(Child)
    case row(index: Int, action: Child)
    case maybe(Child?)
  }
}
