import ComposableTesting
import Testing

@testable import ComposableCore

@Suite struct PresentationStateTests {
  @Test func `a child is presented, changed and dismissed`() {
    var parent = Parent()

    #expect(parent.child == nil)
    parent.child = .text("a")
    parent.child = .text("b")
    #expect(parent.child == .text("b"))
    parent.child = nil
    #expect(parent.child == nil)
  }

  @Test func `a child is changed in place`() {
    var parent = CountingParent(child: CopyCounted())

    parent.child?.value += 1
    parent.child?.value += 1

    #expect(parent.child?.value == 2)
    #expect(parent.child?.copies == 0)
  }

  @Test func `a copy does not see what the other changes`() {
    var first = PresentationState(wrappedValue: CopyCounted())
    let second = first

    first.wrappedValue?.value += 1
    first.wrappedValue?.value += 1

    #expect(first.wrappedValue?.copies == 1)
    #expect(second.wrappedValue?.value == 0)
  }

  @Test func `copies that share the child are compared without it`() {
    let child = ComparisonCounted()
    let first = PresentationState(wrappedValue: child)
    let second = first

    let equal = first == second

    #expect(equal)
    #expect(child.comparisons == 0)
  }

  @Test func `children that are not shared are compared by value`() {
    #expect(PresentationState(wrappedValue: 1) == PresentationState(wrappedValue: 1))
    #expect(PresentationState(wrappedValue: 1).hashValue == PresentationState(wrappedValue: 1).hashValue)
    #expect(PresentationState(wrappedValue: 1) != PresentationState(wrappedValue: 2))
    #expect(PresentationState(wrappedValue: 1) != PresentationState(wrappedValue: nil))
  }

  @Test func `a case's payload is modified in place, and nil dismisses`() {
    var parent = Parent()
    parent.child = .counter(CopyCounted())

    parent.child[case: .counter]?.value += 1
    parent.child[case: .counter]?.value += 1

    #expect(parent.child[case: .counter]?.value == 2)
    #expect(parent.child[case: .counter]?.copies == 0)
    #expect(parent.child[case: .text] == nil)
    parent.child[case: .counter] = nil
    #expect(parent.child == nil)
  }

  @Test func `the wrapper gives access to cases too`() {
    var parent = Parent()
    parent.child = .counter(CopyCounted())

    parent.$child[case: .counter]?.value += 1

    #expect(parent.$child[case: .counter]?.value == 1)
    parent.$child[case: .counter] = nil
    #expect(parent.child == nil)
  }

  @Test func `an unrelated case is reported and nothing is changed`() {
    var parent = Parent()
    parent.child = .text("a")

    let line = #line + 1
    let issues = withIssues { parent.$child[case: .counter] = CopyCounted() }

    #expect(parent.child == .text("a"))
    #expect(
      issues.map(\.message) == [
        """
        The case '.counter' was assigned, but the value is in the unrelated case '.text'. Nothing was changed. Assign the whole value to switch \
        between cases.
        """
      ]
    )
    #expect(issues.map(\.location.line) == [line])
  }

  @Test func `nil for an unrelated case changes nothing`() {
    var parent = Parent()
    parent.child = .text("a")

    let issues = withIssues { parent.$child[case: .counter] = nil }

    #expect(parent.child == .text("a"))
    #expect(issues.map(\.message).isEmpty)
  }

  @Test func `a case is presented where nothing was`() {
    var parent = Parent()

    parent.$child[case: .text] = "a"

    #expect(parent.child == .text("a"))
  }

  @Test func `a child is encoded as an optional`() throws {
    #expect(try JSON.text(of: Saved(child: 1)) == #"{"child":1}"#)
    #expect(try JSON.text(of: Saved(child: nil)) == #"{"child":null}"#)
    #expect(try JSON.value(Saved.self, of: #"{"child":1}"#).child == 1)
    #expect(try JSON.value(Saved.self, of: #"{"child":null}"#).child == nil)
    #expect(try JSON.value(Saved.self, of: "{}").child == nil)
  }

  private struct Parent {
    @PresentationState var child: Screen?
  }

  private struct CountingParent {
    @PresentationState var child: CopyCounted?
  }

  private struct Saved: Codable {
    @PresentationState var child: Int?
  }
}
