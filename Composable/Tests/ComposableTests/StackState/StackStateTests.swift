import ComposableTesting
import Testing

@testable import ComposableCore

@Suite struct StackStateTests {
  @Test func `ids increase, and none is given twice`() {
    withFreshIDs {
      var stack: StackState = ["a", "b"]

      stack.append("c")
      stack.removeLast()
      stack.append("d")

      #expect(stack.ids == [0, 1, 3])
      #expect(stack[id: 3] == "d")
      #expect(stack[id: 2] == nil)
    }
  }

  @Test func `an id prints as its number`() {
    #expect("\(StackElementID(generation: 4))" == "#4")
    #expect(String(reflecting: StackElementID(generation: 4)) == "#4")
  }

  @Test func `a generator goes on with the id that it is restarted at`() {
    let generator = StackIDGenerator()
    _ = generator.next()

    generator.restart(at: 7)

    #expect(generator.next() == 7)
    #expect(generator.peek() == 8)
  }

  @Test func `generators of different places are independent`() {
    withFreshIDs {
      let first: StackState = ["a"]
      let second = withFreshIDs { StackState(["b"]) }

      #expect(first.ids == [0])
      #expect(second.ids == [0])
    }
  }

  @Test func `pop removes an element and everything above it`() {
    withFreshIDs {
      var stack: StackState = ["a", "b", "c", "d"]

      stack.pop(to: 2)
      #expect(Array(stack) == ["a", "b", "c"])
      stack.pop(from: 1)
      #expect(Array(stack) == ["a"])
      stack.pop(from: 9)
      #expect(stack.ids == [0])
      stack.pop(from: 0)
      #expect(stack.isEmpty)
    }
  }

  @Test func `remaining elements keep their ids through every operation of a collection`() {
    withFreshIDs {
      var stack = StackState(["a", "b", "c", "d", "e", "f", "g"])

      stack.remove(at: 1)
      stack.removeFirst()
      stack.removeLast(1)
      stack.removeAll { $0 == "d" }
      #expect(stack.ids == [2, 4, 5])
      stack.insert("h", at: 1)
      #expect(stack.ids == [2, 7, 4, 5])
      stack.replaceSubrange(0..<1, with: ["i", "j"])
      #expect(stack.ids == [8, 9, 7, 4, 5])
      stack[2] = "k"
      #expect(stack.filter { $0 != "i" }.ids == [9, 7, 4, 5])
      #expect(Array(stack) == ["i", "j", "k", "e", "f"])
      #expect(stack.popLast() == "f")
      stack.append(contentsOf: ["l"])
      #expect(stack.ids == [8, 9, 7, 4, 10])
      #expect(stack.remove(id: 7) == "k")
      stack.removeAll()
      #expect(stack.ids == [])
    }
  }

  @Test func `assigning to an id changes or removes its element`() {
    withFreshIDs {
      var stack: StackState = ["a", "b"]

      stack[id: 0]? += "!"
      stack[id: 1] = nil

      #expect(Array(stack) == ["a!"])
    }
  }

  @Test func `assigning to an id that is absent is reported and changes nothing`() {
    withFreshIDs {
      var stack: StackState = ["a"]
      let before = stack

      let issues = withIssues { stack[id: 5] = "b" }

      #expect(stack == before)
      #expect(issues.map(\.message).count == 1)
      #expect(issues.map(\.message).first?.contains("the id #5, but the stack has no such id: [#0]") == true)
    }
  }

  @Test func `removing an id that is absent is no misuse`() {
    var stack: StackState = ["a"]

    let issues = withIssues { stack[id: 1_000_000] = nil }

    #expect(issues.map(\.message).isEmpty)
    #expect(stack.count == 1)
  }

  @Test func `an element is put under a given id`() {
    withFreshIDs {
      var stack: StackState = ["a"]

      stack.append("b", id: 7)

      #expect(stack.ids == [0, 7])
    }
  }
}

@discardableResult
func withFreshIDs<Result>(_ operation: () throws -> Result) rethrows -> Result {
  try withDependencies({ $0.stackIDs = StackIDGenerator() }, operation: operation)
}
