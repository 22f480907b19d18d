import Testing

@testable import ComposableCore

@Suite struct DiffTests {
  @Test func `equal values do not differ`() {
    #expect(diff(1, 1) == nil)
    #expect(diff(team(), team()) == nil)
    #expect(diff(["a": 1 as Any], ["a": 1 as Any]) == nil)
    #expect(diff(Event.plain, Event.plain) == nil)
    #expect(diff(Node("a"), Node("a")) == nil)
    #expect(diff({ 1 }, { 2 }) == nil)
    #expect(diff(Int.self, Int.self) == nil)
  }

  @Test func `leaves are replaced`() {
    expect(1, 2, "- 1\n+ 2")
    expect("a", "b", "- \"a\"\n+ \"b\"")
    expect(Int?.none as Any, 1, "- nil\n+ 1")
    expect(Duration.seconds(1), Duration.seconds(2), "- 1.0 seconds\n+ 2.0 seconds")
    expect(Int.self, String.self, "- Int.self\n+ String.self")
  }

  @Test func `unchanged siblings are kept, and what is in them collapsed`() {
    expect(
      team { $0.name = "B" },
      """
        Team(
      -   name: "A",
      +   name: "B",
          lead: User(…),
          members: […]
        )
      """
    )
  }

  @Test func `a difference is shown where it is`() {
    expect(
      team { $0.lead.name = "Blob Jr." },
      """
        Team(
          name: "A",
          lead: User(
            id: 1,
      -     name: "Blob"
      +     name: "Blob Jr."
          ),
          members: […]
        )
      """
    )
  }

  @Test func `the expected value comes first in the format of tests`() {
    let text = diff(User(id: 1, name: "a"), User(id: 1, name: "b"), format: .expectedFirst)

    #expect(text == "  User(\n    id: 1,\n−   name: \"a\"\n+   name: \"b\"\n  )")
  }

  @Test func `cases are compared part by part if they are the same case`() {
    expect(Event.plain, Event.one(1), "- .plain\n+ .one(1)")
    expect(Event.one(1), Event.one(2), "- .one(1)\n+ .one(2)")
    expect(
      Event.user(User(id: 1, name: "a")),
      Event.user(User(id: 1, name: "b")),
      """
        .user(
          User(
            id: 1,
      -     name: "a"
      +     name: "b"
          )
        )
      """
    )
  }

  @Test func `tuples are compared part by part`() {
    expect((1, label: "a"), (1, label: "b"), "- (1, label: \"a\")\n+ (1, label: \"b\")")
  }

  @Test func `values of different types are replaced`() {
    expect(User(id: 1, name: "a"), 1, "- User(\n-   id: 1,\n-   name: \"a\"\n- )\n+ 1")
    expect(1 as Int, 1 as Int8, "  // These differ, though they print alike:\n- 1\n+ 1")
  }

  @Test func `texts of many lines are compared line by line`() {
    expect(
      Generic(value: "a\nb\nc"),
      Generic(value: "a\nB\nc"),
      #"""
        Generic(
          value: """
            a
      -     b
      +     B
            c
          """
        )
      """#
    )
  }

  @Test func `objects are compared part by part`() {
    let old = Node("a")
    let new = Node("b")

    expect(
      old,
      new,
      """
        #1 Node(
      -   name: "a",
      +   name: "b",
          next: nil
        )
      """
    )
  }

  @Test func `objects that stand for one another are distinguished by their numbers`() {
    let (one, other) = (Node("a"), Node("a"))

    #expect(diff([one, one], [one, other])?.contains("-   [1]: #1 Node(↩︎)\n+   [1]: #2 Node(") == true)
  }

  @Test func `cycles of objects that are built alike do not differ`() {
    let nodes = (0..<2).map { _ in Node("a") }
    for node in nodes { node.next = node }
    defer { for node in nodes { node.next = nil } }

    #expect(diff(nodes[0], nodes[1]) == nil)
  }

  @Test func `an object that differs within a cycle is shown once`() {
    let (old, new) = (Node("a"), Node("b"))
    (old.next, new.next) = (old, new)
    defer { (old.next, new.next) = (nil, nil) }

    let text = diff(old, new)

    #expect(
      text == """
          #1 Node(
        -   name: "a",
        +   name: "b",
            next: #1 Node(↩︎)
          )
        """
    )
  }

  @Test func `a difference in a superclass is shown`() {
    let old = Leaf("a")
    let new = Leaf("b")

    #expect(diff(old, new)?.contains("-   name: \"a\"") == true)
  }

  private func team(_ change: (inout Team) -> Void = { _ in }) -> Team {
    var team = Team(name: "A", lead: User(id: 1, name: "Blob"), members: [User(id: 2, name: "Bob")])
    change(&team)
    return team
  }

  private func expect(_ new: Team, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expect(team(), new, text, sourceLocation: sourceLocation)
  }

  private func expect(_ old: Any, _ new: Any, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(diff(old, new) == text, sourceLocation: sourceLocation)
  }
}
