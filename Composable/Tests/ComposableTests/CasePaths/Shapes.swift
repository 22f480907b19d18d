import ComposableCore

enum Shapes {
  case none
  case one(Int)
  case labelled(name: String)
  case many(Int, name: String)
  case optional(Int?)
  case any(Any)
  case existential(any Equatable)
  case closure((Int) -> Int)
  case zeroSize(Nothing)
  case uninhabited(Never)
  indirect case recursive(Shapes)
}

struct Nothing {}
struct Fault: Error, Equatable {}

/// What a path extracts from a root, whose type need not be written for the path.
func extract<Root, Value>(_ path: CasePath<Root, Value>, from root: Root) -> Value? { path.extract(root) }

extension CasePath where Root == Shapes {
  static var none: CasePath<Root, Void> {
    .init(.none) { if case .none = $0 { true } else { false } }
  }
  static var one: CasePath<Root, Int> {
    .init(embed: Root.one) { if case .one(let value) = $0 { value } else { nil } }
  }
  static var labelled: CasePath<Root, String> {
    .init(embed: Root.labelled) { if case .labelled(let name) = $0 { name } else { nil } }
  }
  static var many: CasePath<Root, (Int, name: String)> {
    .init(embed: Root.many) { if case .many(let number, let name) = $0 { (number, name) } else { nil } }
  }
  static var optional: CasePath<Root, Int?> {
    .init(embed: Root.optional) { if case .optional(let value) = $0 { .some(value) } else { .none } }
  }
  static var any: CasePath<Root, Any> {
    .init(embed: Root.any) { if case .any(let value) = $0 { .some(value) } else { .none } }
  }
  static var existential: CasePath<Root, any Equatable> {
    .init(embed: Root.existential) { if case .existential(let value) = $0 { value } else { nil } }
  }
  static var closure: CasePath<Root, (Int) -> Int> {
    .init(embed: Root.closure) { if case .closure(let value) = $0 { value } else { nil } }
  }
  static var zeroSize: CasePath<Root, Nothing> {
    .init(embed: Root.zeroSize) { if case .zeroSize(let value) = $0 { value } else { nil } }
  }
  static var uninhabited: CasePath<Root, Never> { .never }
  static var recursive: CasePath<Root, Shapes> {
    .init(embed: Root.recursive) { if case .recursive(let value) = $0 { value } else { nil } }
  }
}
