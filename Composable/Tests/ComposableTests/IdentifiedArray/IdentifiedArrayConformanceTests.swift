import ComposableCore
import Testing

@Suite struct IdentifiedArrayConformanceTests {
  @Test func `arrays with equal elements in the same order are equal`() {
    var other = items([1, 2, 9, 3])
    other.remove(id: 9)

    #expect(items([1, 2, 3]) == other)
    #expect(items([1, 2, 3]).hashValue == other.hashValue)
    #expect(items([1, 2, 3]) != items([2, 1, 3]))
  }

  @Test func `copies that share storage are compared without their elements`() {
    let element = ComparisonCounted()
    let array = IdentifiedArray(uniqueElements: [element], id: \.identity)
    let copy = array

    let equal = array == copy

    #expect(equal)
    #expect(element.comparisons == 0)
  }

  @Test func `an array is encoded as a plain array`() throws {
    let array: IdentifiedArrayOf<Item> = [Item(id: 2, name: "b"), Item(id: 1, name: "a")]

    let text = try JSON.text(of: array)

    #expect(text == #"[{"id":2,"name":"b"},{"id":1,"name":"a"}]"#)
    #expect(try JSON.value(IdentifiedArrayOf<Item>.self, of: text) == array)
  }

  @Test func `decoding two elements with one id is an error`() {
    let text = #"[{"id":1,"name":"a"},{"id":1,"name":"b"}]"#

    #expect(throws: DecodingError.self) {
      try JSON.value(IdentifiedArrayOf<Item>.self, of: text)
    }
  }

  @Test func `an array prints and reflects as a plain array`() {
    let array = IdentifiedArray(uniqueElements: ["a", "bb"], id: \.count)

    #expect("\(array)" == #"["a", "bb"]"#)
    #expect(String(reflecting: array) == #"["a", "bb"]"#)
    #expect(Mirror(reflecting: array).displayStyle == .collection)
    #expect(Mirror(reflecting: array).children.map { $0.value as? String } == ["a", "bb"])
  }
}

extension ComparisonCounted {
  fileprivate var identity: ObjectIdentifier { ObjectIdentifier(self) }
}
