extension IdentifiedArray {
  @usableFromInline typealias Changes = Journal<ID>.Changes

  /// The moment of the last change, or of the array's creation.
  @inlinable public var stamp: JournalStamp { storage.journal.stamp }

  /// The ids that were added, removed, or whose elements may have changed since a moment of this array, each once; nil where that is not
  /// known any more.
  public func touched(since stamp: JournalStamp) -> [ID]? {
    switch changes(since: stamp) {
    case .none: []
    case .touched(let ids): ids
    case .everything: nil
    }
  }

  /// The ids that were touched since a moment of this array.
  @inlinable
  func changes(since stamp: JournalStamp) -> Changes { storage.journal.changes(since: stamp) }
}
