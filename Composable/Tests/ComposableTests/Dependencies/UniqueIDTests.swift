import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

@Suite(.dependencies) struct UniqueIDTests {
  @Test func `ids count up from 0 in a test`() {
    @Dependency(\.uniqueID) var uniqueID

    #expect(
      [uniqueID(), uniqueID()].map(\.description) == [
        "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
      ]
    )
  }

  @Test func `live ids are random, of version 4 and variant 1`() {
    let uniqueID = DependencyValues(context: .live).uniqueID
    let texts = (0..<100).map { _ in uniqueID().description }

    #expect(Set(texts).count == 100)
    #expect(texts.allSatisfy { $0.utf8.count == 36 && Array($0)[14] == "4" && "89ab".contains(Array($0)[19]) })
  }

  @Test func `an id is read as it was written`() {
    var generator = SeededRandomNumberGenerator(seed: 1)
    for _ in 0..<100 {
      let id = UniqueID(using: &generator)
      #expect(UniqueID(id.description) == id)
    }
    #expect(UniqueID("F81D4FAE-7DEC-41D0-A765-00A0C91E6BF6")?.description == "f81d4fae-7dec-41d0-a765-00a0c91e6bf6")
    for text in [
      "", "f81d4fae7dec41d0a76500a0c91e6bf6", "g81d4fae-7dec-41d0-a765-00a0c91e6bf6",
      "+81d4fae-7dec-41d0-a765-00a0c91e6bf6",
    ] {
      #expect(UniqueID(text) == nil)
    }
  }
}
