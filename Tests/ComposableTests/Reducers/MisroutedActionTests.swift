import Composable
import ComposableTesting
import Testing

@Suite struct MisroutedActionTests {
  @Test func `an action for a child that is absent is reported where ifLet was written, and the parent handles it`() {
    let issues = withIssues {
      let parent = SteppedStore(Lost.State()) { Lost() }
      parent.send(.child(.renamed("a", to: "b")))
      #expect(parent.state.handled == 1)
    }

    #expect(
      issues.map(\.message) == [
        text("ifLet", at: .ifLet, "its child's state was absent", ["action: .child(.renamed(_:, to:))"])
      ]
    )
    #expect(issues.map(\.location.line) == [Lost.line(of: .ifLet)])
    #expect(issues.map(\.location.fileID) == [Lost.fileID])
  }

  @Test func `an action for another case is reported with the case that is current`() {
    let issues = withIssues {
      let parent = SteppedStore(Lost.State(screen: .other(7))) { Lost() }
      parent.send(.optionalCase(.tapped))
      parent.send(.scopedCase(.tapped))
      #expect(parent.state.handled == 2)
      #expect(parent.state.screen == .other(7))
    }

    #expect(
      issues.map(\.message) == [
        text(
          "ifCaseLet",
          at: .ifCaseLet,
          "its child's state was absent",
          ["action: .optionalCase(.tapped)", "state: .other"]
        ),
        text("Scope", at: .scope, "its child's state was absent", ["action: .scopedCase(.tapped)", "state: .other"]),
      ]
    )
    #expect(issues.map(\.location.line) == [Lost.line(of: .ifCaseLet), Lost.line(of: .scope)])
  }

  @Test func `an action for an element that is absent is reported with the element`() {
    let issues = withIssues {
      let parent = SteppedStore(Lost.State(rows: [Lost.Child.State(id: 1)])) { Lost() }
      parent.send(.rows(.element(id: 2, action: .tapped)))
      #expect(parent.state.handled == 1)
    }

    let facts = ["action: .rows(.element(id:, action: .tapped))", "element: 2"]
    #expect(issues.map(\.message) == [text("forEach", at: .forEach, "no element has this identity", facts)])
    #expect(issues.map(\.location.line) == [Lost.line(of: .forEach)])
  }

  @Test func `a response that comes late is reported as one that was sent straight to the store, and nothing fails`() {
    let issues = withIssues {
      let parent = SteppedStore(Lost.State(child: Lost.Child.State(id: 1))) { Lost() }
      parent.send(.askedForChild)
      #expect(parent.state.child == nil)
      #expect(parent.state.handled == 2)
    }

    #expect(issues.map(\.location.line) == [Lost.line(of: .ifLet)])
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

  private func text(_ operatorName: String, at line: Lost.Operator, _ absence: String, _ facts: [String]) -> String {
    """
    "\(operatorName)" at \(Lost.fileID):\(Lost.line(of: line)) was given a child's action while \(absence).

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
