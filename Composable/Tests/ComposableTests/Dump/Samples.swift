import ComposableCore

struct User: Equatable, Identifiable {
  var id: Int
  var name: String
}

struct Team {
  var name: String
  var lead: User
  var members: [User] = []
}

struct Generic<Value> {
  var value: Value
}

enum Event {
  case plain
  case one(Int)
  case two(Int, label: String)
  case user(User)
  case child(Child)
}

class Node {
  var name: String
  var next: Node?

  init(_ name: String) {
    self.name = name
  }
}

final class Leaf: Node {
  var weight = 1
}
