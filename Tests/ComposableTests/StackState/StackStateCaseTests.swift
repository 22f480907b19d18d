import ComposableTesting
import Testing

@testable import Composable

@Suite struct StackStateCaseTests {
  @Test func `the payload of an element's case is read and modified`() {
    withFreshIDs {
      var stack: StackState<Screen> = [.counter(CopyCounted()), .text("a")]

      stack[id: 0, case: .counter]?.value += 1
      stack[id: 1, case: .text] = "b"

      #expect(stack[id: 0, case: .counter]?.value == 1)
      #expect(stack[id: 0, case: .counter]?.copies == 0)
      #expect(stack[id: 0, case: .text] == nil)
      #expect(stack[id: 1, case: .text] == "b")
    }
  }

  @Test func `nil pops the element`() {
    withFreshIDs {
      var stack: StackState<Screen> = [.text("a"), .text("b")]

      stack[id: 0, case: .text] = nil

      #expect(stack.ids == [1])
    }
  }

  @Test func `an unrelated case is reported and nothing is changed`() {
    withFreshIDs {
      var stack: StackState<Screen> = [.text("a")]

      let issues = CollectedIssues.during { stack[id: 0, case: .counter] = CopyCounted() }.issues

      #expect(Array(stack) == [.text("a")])
      #expect(issues.messages.count == 1)
      let fault = "The case '.counter' was assigned, but the value is in the unrelated case '.text'."
      #expect(issues.messages.first?.hasPrefix(fault) == true)
    }
  }

  @Test func `nil for an unrelated case changes nothing`() {
    withFreshIDs {
      var stack: StackState<Screen> = [.text("a")]

      let issues = CollectedIssues.during { stack[id: 0, case: .counter] = nil }.issues

      #expect(stack.count == 1)
      #expect(issues.messages.isEmpty)
    }
  }

  @Test func `a case of an absent id is reported and nothing is changed`() {
    withFreshIDs {
      var stack: StackState<Screen> = [.text("a")]

      let issues = CollectedIssues.during { stack[id: 3, case: .text] = "b" }.issues

      #expect(Array(stack) == [.text("a")])
      #expect(issues.messages.count == 1)
    }
  }
}

enum Screen: Equatable {
  case counter(CopyCounted)
  case text(String)
}

extension CasePath where Root == Screen {
  static var counter: CasePath<Root, CopyCounted> {
    .init(embed: Root.counter) { if case .counter(let counter) = $0 { counter } else { nil } }
  }
  static var text: CasePath<Root, String> {
    .init(embed: Root.text) { if case .text(let text) = $0 { text } else { nil } }
  }
}
