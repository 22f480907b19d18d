import ComposableTesting
import Testing

@testable import ComposableCore

@Suite struct DescribeTests {
  @Test func `a struct is described by its properties`() {
    expect(
      Team(name: "A", lead: User(id: 1, name: "Blob")),
      """
      Team(
        name: "A",
        lead: User(
          id: 1,
          name: "Blob"
        ),
        members: []
      )
      """
    )
  }

  @Test func `collections are described element by element`() {
    expect([1, 2], "[\n  [0]: 1,\n  [1]: 2\n]")
    expect([1, 2][...], "[\n  [0]: 1,\n  [1]: 2\n]")
    expect([Int](), "[]")
    expect(items([7]), "[\n  [0]: Item(\n    id: 7,\n    name: \"7\"\n  )\n]")
    expect(KeyValuePairs(dictionaryLiteral: ("b", 1), ("a", 2)), "[\n  \"b\": 1,\n  \"a\": 2\n]")
  }

  @Test func `dictionaries and sets are described in the order of their keys`() {
    expect([10: "c", 9: "b", 1: "a"], "[\n  1: \"a\",\n  9: \"b\",\n  10: \"c\"\n]")
    expect([String: Int](), "[:]")
    expect(Set(["b", "a"]), "Set([\n  \"a\",\n  \"b\"\n])")
    expect(Set<Int>(), "Set([])")
  }

  @Test func `cases are described with their payloads`() {
    expect(Event.plain, ".plain")
    expect(Event.one(1), ".one(1)")
    expect(Event.two(1, label: "a"), ".two(1, label: \"a\")")
    expect(Event.child(.typed("a")), ".child(.typed(\"a\"))")
    expect(Event.user(User(id: 1, name: "a")), ".user(\n  User(\n    id: 1,\n    name: \"a\"\n  )\n)")
    expect(Result<Int, Fault>.success(1), ".success(1)")
  }

  @Test func `optionals are described by what they hold`() {
    expect(Int?.some(1) as Any, "1")
    expect(Int?.none as Any, "nil")
    expect(Int??.some(.some(1)) as Any, "1")
    expect(Generic<Int?>(value: 1), "Generic(\n  value: 1\n)")
  }

  @Test func `tuples keep their labels`() {
    expect((1, label: "a"), "(1, label: \"a\")")
    expect((), "()")
  }

  @Test func `leaves are described as they print`() {
    expect(1.5, "1.5")
    expect(true, "true")
    expect("a\"b", #""a\"b""#)
    expect("ab"[...], #""ab""#)
    expect(Character("a"), #""a""#)
    expect(1..<3, "1..<3")
    expect(Duration.milliseconds(1500), "1.5 seconds")
    expect(User.self, "User.self")
    expect(StackElementID(generation: 2), "#2")
    expect({ (number: Int) in "\(number)" }, "(Int) -> String")
    expect(Nothing(), "Nothing()")
  }

  @Test func `a text of many lines stands between quotes of its own`() {
    expect(
      Generic(value: "a\nb"),
      #"""
      Generic(
        value: """
          a
          b
        """
      )
      """#
    )
  }

  @Test func `objects are numbered and shown once`() {
    let node = Node("a")

    expect([node, node], "[\n  [0]: #1 Node(\n    name: \"a\",\n    next: nil\n  ),\n  [1]: #1 Node(↩︎)\n]")
    expect(Leaf("b"), "#1 Leaf(\n  name: \"b\",\n  next: nil,\n  weight: 1\n)")
  }

  @Test func `a cycle of objects ends`() {
    let node = Node("a")
    node.next = node
    defer { node.next = nil }

    expect(node, "#1 Node(\n  name: \"a\",\n  next: #1 Node(↩︎)\n)")
  }

  @Test func `names are free of modules, generic arguments and local contexts`() {
    struct Local<Value> { struct Inner { var value: Value } }

    expect(Local<User>.Inner(value: User(id: 1, name: "a")), "Local.Inner(\n  value: User(…)\n)", maxDepth: 1)
  }

  @Test func `a value is described as its author wishes`() {
    expect(Secret(), "<secret>")
    expect(Celsius(degrees: 20), "20")
    expect(Chosen(), "Chosen(\n  shown: 1\n)")
  }

  @Test func `stacks and presented children are described by their elements`() {
    withFreshIDs {
      expect(StackState(["a"]), "[\n  #0: \"a\"\n]")
      expect(Presenting(child: 1), "Presenting(\n  child: 1\n)")
      expect(Presenting(child: nil), "Presenting(\n  child: nil\n)")
    }
  }

  @Test func `values below the maximum depth are collapsed`() {
    let team = Team(name: "A", lead: User(id: 1, name: "Blob"))

    #expect(describe(team, maxDepth: 1) == "Team(\n  name: \"A\",\n  lead: User(…),\n  members: []\n)")
  }

  private func expect(
    _ value: Any,
    _ text: String,
    maxDepth: Int = .max,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(describe(value, maxDepth: maxDepth) == text, sourceLocation: sourceLocation)
  }
}

private struct Secret: DescribedAsText {
  var password = "1234"
  var descriptiveText: String { "<secret>" }
}

private struct Celsius: DescribedAsValue {
  var degrees: Int
  var describedValue: Any { degrees }
}

private struct Chosen: CustomReflectable {
  var shown = 1
  var hidden = 2
  var customMirror: Mirror { Mirror(self, children: ["shown": shown], displayStyle: .struct) }
}

private struct Presenting {
  @PresentationState var child: Int?
}
