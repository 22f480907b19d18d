import ComposableTesting
import Testing

@testable import ComposableCore

@Suite struct StackStateConformanceTests {
  @Test func `stacks are equal with equal elements under equal ids`() {
    let first = withFreshIDs { StackState(["a", "b"]) }
    let second = withFreshIDs { StackState(["a", "b"]) }
    let third = withDependencies({ $0.stackIDs = StackIDGenerator(next: 5) }) { StackState(["a", "b"]) }

    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first != third)
  }

  @Test func `copies that share storage are compared without their elements`() {
    let element = ComparisonCounted()
    let stack = StackState([element])
    let copy = stack

    let equal = stack == copy

    #expect(equal)
    #expect(element.comparisons == 0)
  }

  @Test func `elements are changed in place`() {
    var stack = StackState([CopyCounted(), CopyCounted(), CopyCounted()])

    stack[1].value += 1
    stack[id: stack.ids[0]]?.value += 1

    #expect(stack.map(\.value) == [1, 1, 0])
    #expect(stack.allSatisfy { $0.copies == 0 })
  }

  @Test func `a stack is encoded as a plain array and decoded with new ids`() throws {
    try withFreshIDs {
      let stack: StackState = ["a", "b"]

      let text = try JSON.text(of: stack)
      let decoded = try JSON.value(StackState<String>.self, of: text)

      #expect(text == #"["a","b"]"#)
      #expect(decoded.ids == [2, 3])
      #expect(Array(decoded) == ["a", "b"])
    }
  }

  @Test func `a stack prints its ids`() {
    withFreshIDs {
      let stack: StackState = ["a", "b"]

      #expect("\(stack)" == "[#0: a, #1: b]")
      #expect(describe(stack) == "[\n  #0: \"a\",\n  #1: \"b\"\n]")
    }
  }

  @Test func `the journal lists the touched ids`() {
    withFreshIDs {
      var stack: StackState = ["a", "b", "c"]
      let stamp = stack.storage.journal.stamp

      stack[id: 1]? += "!"
      stack.pop(from: 2)
      stack.append("d")

      #expect(stack.storage.journal.touched(since: stamp) == [1, 2, 3])
      #expect(stack.storage.journal.touched(since: stack.storage.journal.stamp) == [])
    }
  }
}
