import Testing

@testable import ComposableCore

struct Item: Hashable, Codable, Identifiable, Sendable {
  var id: Int
  var name: String

  init(id: Int, name: String? = nil) {
    self.id = id
    self.name = name ?? "\(id)"
  }
}

func items(_ ids: some Sequence<Int>) -> IdentifiedArrayOf<Item> {
  IdentifiedArray(uniqueElements: ids.map { Item(id: $0) })
}

func expectConsistent(_ array: IdentifiedArrayOf<Item>, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(array.ids == array.map(\.id), sourceLocation: sourceLocation)
  #expect(array.ids.map { array.index(id: $0) } == Array(array.indices), sourceLocation: sourceLocation)
}
