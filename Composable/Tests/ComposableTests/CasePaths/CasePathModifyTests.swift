import ComposableTesting
import Testing

@testable import ComposableCore

@Suite struct CasePathModifyTests {
  @Test func `a payload is modified`() {
    var value = Shapes.recursive(.one(1))

    let result = value.modify(\.recursive.one) { number in
      number += 1
      return "done"
    }

    #expect(result == "done")
    #expect(extract(.recursive.one, from: value) == 2)
  }

  @Test func `a payload of another case is reported and left alone`() {
    var value = Shapes.recursive(.labelled(name: "a"))

    var result: Void?
    let issues = withIssues {
      result = value.modify(\.one) { $0 += 1 }
    }

    #expect(result == nil)
    #expect(issues.map(\.message).count == 1)
    #expect(issues.map(\.message).first?.contains("'.recursive(.labelled(name:))'") == true)
    #expect(caseName(of: value) == ".recursive(.labelled(name:))")
  }

  @Test(arguments: [Parent.direct(CopyCounted()), .boxed(CopyCounted())])
  fileprivate func `a payload is modified in place, without copying what it owns`(_ value: Parent) {
    var value = value.fresh

    for path in [CasePath<Parent, CopyCounted>.direct, .boxed] {
      withPayload(of: &value, in: path) { payload in
        payload.value += 1
        payload.value += 1
      }
    }

    #expect(value.payload.value == 2)
    #expect(value.payload.copies == 0)
  }

  @Test func `a payload keeps what was changed before an error`() {
    var value = Shapes.one(1)

    #expect(throws: Fault.self) {
      try value.modify(\.one) { number in
        number = 7
        throw Fault()
      }
    }

    #expect(extract(.one, from: value) == 7)
  }

  @Test func `a root of one word and a root of many are refilled alike`() {
    var small: Int? = 1
    var large: [Int]? = Array(0..<100)

    withPayload(of: &small, in: .some) { $0 += 1 }
    withPayload(of: &large, in: .some) { $0.append(100) }

    #expect(small == 2)
    #expect(large == Array(0...100))
  }
}

extension Shapes: CasePathable {
  struct AllCasePaths: Sendable {
    var one: CasePath<Shapes, Int> { .one }
    var recursive: CasePath<Shapes, Shapes> { .recursive }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private enum Parent: Sendable {
  case direct(CopyCounted)
  indirect case boxed(CopyCounted)

  var fresh: Parent {
    switch self {
    case .direct: .direct(CopyCounted())
    case .boxed: .boxed(CopyCounted())
    }
  }

  var payload: CopyCounted {
    switch self {
    case .direct(let payload), .boxed(let payload): payload
    }
  }
}

extension CasePath where Root == Parent, Value == CopyCounted {
  fileprivate static var direct: Self {
    .init(embed: Root.direct) { if case .direct(let payload) = $0 { payload } else { nil } }
  }
  fileprivate static var boxed: Self {
    .init(embed: Root.boxed) { if case .boxed(let payload) = $0 { payload } else { nil } }
  }
}
