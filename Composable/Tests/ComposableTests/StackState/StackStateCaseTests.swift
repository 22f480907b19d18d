import ComposableTesting
import Testing

@testable import ComposableCore

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

      let line = #line + 1
      let issues = withIssues { stack[id: 0, case: .counter] = CopyCounted() }

      #expect(Array(stack) == [.text("a")])
      #expect(issues.map(\.location.line) == [line])
      let fault = "The case '.counter' was assigned, but the value is in the unrelated case '.text'."
      #expect(issues.map(\.message).first?.hasPrefix(fault) == true)
    }
  }

  @Test func `nil for an unrelated case changes nothing`() {
    withFreshIDs {
      var stack: StackState<Screen> = [.text("a")]

      let issues = withIssues { stack[id: 0, case: .counter] = nil }

      #expect(stack.count == 1)
      #expect(issues.map(\.message).isEmpty)
    }
  }

  @Test func `a case of an absent id is reported and nothing is changed`() {
    withFreshIDs {
      var stack: StackState<Screen> = [.text("a")]

      let issues = withIssues { stack[id: 3, case: .text] = "b" }

      #expect(Array(stack) == [.text("a")])
      #expect(issues.map(\.message).count == 1)
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
