import ComposableTesting
import Testing

@testable import ComposableCore

@Suite struct DiffCollectionTests {
  @Test func `runs of unchanged elements are collapsed`() {
    expect(
      [1, 2, 3, 4, 5],
      [1, 2, 3, 9, 5],
      """
        [
          … (3 unchanged),
      -   [3]: 4,
      +   [3]: 9,
          [4]: 5
        ]
      """
    )
  }

  @Test func `elements that moved up and down keep their own positions`() {
    expect(
      ["a", "b", "c"],
      ["b", "x", "c", "d"],
      """
        [
      -   [0]: "a",
          [0]: "b",
      +   [1]: "x",
          [2]: "c",
      +   [3]: "d"
        ]
      """
    )
  }

  @Test func `an element with the same identity is compared part by part`() {
    expect(
      [User(id: 1, name: "a"), User(id: 2, name: "b")],
      [User(id: 1, name: "a"), User(id: 2, name: "c")],
      """
        [
          [0]: User(…),
          [1]: User(
            id: 2,
      -     name: "b"
      +     name: "c"
          )
        ]
      """
    )
  }

  @Test func `an element with another identity is replaced`() {
    expect(
      [User(id: 1, name: "a")],
      [User(id: 2, name: "a")],
      """
        [
      -   [0]: User(
      -     id: 1,
      -     name: "a"
      -   )
      +   [0]: User(
      +     id: 2,
      +     name: "a"
      +   )
        ]
      """
    )
  }

  @Test func `dictionaries are compared by key`() {
    expect(
      ["a": 1, "b": 2, "c": 3, "e": 5],
      ["a": 1, "b": 9, "d": 4, "e": 5],
      """
        [
          "a": 1,
      -   "b": 2,
      +   "b": 9,
      -   "c": 3,
      +   "d": 4,
          "e": 5
        ]
      """
    )
  }

  @Test func `sets are compared by their members`() {
    expect(
      Set([1, 2, 3, 10]),
      Set([1, 2, 4, 10]),
      """
        Set([
          … (2 unchanged),
      -   3,
      +   4,
          10
        ])
      """
    )
  }

  @Test func `stacks are compared by their ids`() {
    let old = withFreshIDs { StackState(["a", "b"]) }
    let new = withDependencies({ $0.stackIDs = StackIDGenerator(next: 1) }) { StackState(["b", "c"]) }

    expect(
      old,
      new,
      """
        [
      -   #0: "a",
          #1: "b",
      +   #2: "c"
        ]
      """
    )
  }

  @Test func `elements of stacks that differ in their ids alone are replaced`() {
    let old = withFreshIDs { StackState(["a"]) }
    let new = withDependencies({ $0.stackIDs = StackIDGenerator(next: 1) }) { StackState(["a"]) }

    expect(old, new, "  [\n-   #0: \"a\"\n+   #1: \"a\"\n  ]")
  }

  @Test func `from and to nothing`() {
    expect([Int](), [1], "  [\n+   [0]: 1\n  ]")
    expect([1], [Int](), "  [\n-   [0]: 1\n  ]")
    expect([String: Int](), ["a": 1], "  [\n+   \"a\": 1\n  ]")
  }

  @Test func `long arrays without a common element are compared place by place`() {
    let text = diff(Array(0..<2000), Array(2000..<4000))

    #expect(text?.split(separator: "\n").count == 4002)
    #expect(text?.hasPrefix("  [\n-   [0]: 0,\n+   [0]: 2000,\n-   [1]: 1,") == true)
  }

  @Test func `one change among many thousand elements is found`() {
    var new = Array(0..<20_000)
    new[10_000] = -1

    #expect(
      diff(Array(0..<20_000), new)
        == "  [\n    … (10000 unchanged),\n-   [10000]: 10000,\n+   [10000]: -1,\n    … (9999 unchanged)\n  ]"
    )
  }

  private func expect(_ old: Any, _ new: Any, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(diff(old, new) == text, sourceLocation: sourceLocation)
  }
}
