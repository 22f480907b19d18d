import Testing

@testable import ComposableCore

@Suite struct IdentifiedArrayInPlaceTests {
  @Test func `changes by id and by position copy nothing`() {
    var array = IdentifiedArray(uniqueElements: (0..<10).map { CopyCounted(id: $0) })

    array[id: 4]?.value += 1
    array[id: 9]?.value += 1
    array[id: 0]?.value += 1
    array[2].value += 1
    change(&array[id: 5])

    #expect(array.map(\.value) == [1, 0, 1, 0, 1, 1, 0, 0, 0, 1])
    #expect(array.map(\.copies).reduce(0, +) == 0)
  }

  @Test func `an element that a copy shares is copied once`() {
    var array = IdentifiedArray(uniqueElements: [CopyCounted(id: 0)])
    let copy = array

    array[id: 0]?.value += 1
    array[id: 0]?.value += 1

    #expect(array[0].copies == 1)
    #expect(copy[0].value == 0)
  }

  @Test func `the storage stays where it is`() {
    var array = items(0..<1000)
    let before = address(of: array)

    array[id: 500]?.name = "changed"
    array[10].name = "changed"
    array.remove(id: 999)
    array.remove(id: 0)

    #expect(address(of: array) == before)
  }

  @Test func `a change that throws keeps what was changed before`() {
    var array = items(0..<3)

    #expect(throws: Fault.self) { try fail(&array[id: 1]) }

    #expect(array.map(\.name) == ["0", "failed", "2"])
    expectConsistent(array)
  }

  private func change(_ element: inout CopyCounted?) {
    element?.value += 1
  }

  private func fail(_ element: inout Item?) throws {
    element?.name = "failed"
    throw Fault()
  }

  private func address(of array: IdentifiedArrayOf<Item>) -> UnsafeRawPointer? {
    array.storage.slots.withUnsafeBytes { $0.baseAddress }
  }
}
