import ComposableCore
import ComposableTesting
import Testing

@Suite struct MisroutedActionTests {
  @Test(arguments: [
    (Lost.Action.child(.renamed("a", to: "b")), Lost.Operator.ifLet, ["action: .child(.renamed(_:, to:))"]),
    (.sheet(.presented(.tapped)), .presentation, ["action: .sheet(.presented(.tapped))"]),
    (.sheet(.dismiss), .presentation, ["action: .sheet(.dismiss)"]),
    (.optionalCase(.tapped), .ifCaseLet, ["action: .optionalCase(.tapped)", "state: .other"]),
    (.scopedCase(.tapped), .scope, ["action: .scopedCase(.tapped)", "state: .other"]),
    (
      .rows(.element(id: 2, action: .tapped)), .forEach,
      ["action: .rows(.element(id:, action: .tapped))", "element: 2"]
    ),
    (
      .path(.element(id: 9, action: .tapped)), .stack, ["action: .path(.element(id:, action: .tapped))", "element: #9"]
    ),
  ])
  func `an action for an absent child is reported where its operator was written, and the parent handles it`(
    action: Lost.Action,
    written: Lost.Operator,
    facts: [String]
  ) {
    let issues = withIssues {
      let parent = SteppedStore(Lost.State(rows: [Lost.Child.State(id: 1)], screen: .other(7))) { Lost() }
      parent.send(action)
      #expect(parent.state.handled == 1)
      #expect(parent.state.screen == .other(7))
    }

    #expect(issues == [ReportedIssue(text(written, facts), at: Lost.place(of: written))])
  }

  @Test func `an action for a present child is not reported`() {
    let issues = withIssues {
      let child = Lost.Child.State(id: 1)
      let parent = SteppedStore(Lost.State(child: child, rows: [child], screen: .child(child))) { Lost() }
      parent.send(.child(.tapped))
      parent.send(.rows(.element(id: 1, action: .tapped)))
      parent.send(.optionalCase(.tapped))
      parent.send(.scopedCase(.tapped))
      #expect(parent.state.screen == .child(Lost.Child.State(id: 1, taps: 2)))
      #expect(parent.state.rows[0].taps == 1)
      #expect(parent.state.child?.taps == 1)
    }

    #expect(issues == [])
  }

  private func text(_ written: Lost.Operator, _ facts: [String]) -> String {
    let names: [Lost.Operator: String] = [.stack: "forEach", .presentation: "ifLet", .scope: "Scope"]
    let isElement = written == .forEach || written == .stack
    let absence = isElement ? "no element has this identity" : "its child's state was absent"
    return """
      "\(names[written] ?? "\(written)")" at \(Lost.place(of: written)) was given a child's action while \(absence).

        \(facts.joined(separator: "\n  "))

      The action is not handled by the child. There are three usual reasons:

      * A parent reducer took the child away before the child's own reducer ran. Let the child run first: "ifLet" and "forEach" do so when they are \
      applied to the parent.
      * An effect that does not belong to the child sent the action after the child had gone. Begin the effect in the child, or cancel it when the \
      child goes.
      * The action was sent straight to the store while the child was absent. Send it only while there is a child to take it.
      """
  }
}
