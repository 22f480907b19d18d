extension IdentifiedArray {
  @usableFromInline typealias Changes = Journal<ID>.Changes

  /// The moment of the last change, or of the array's creation.
  @inlinable var stamp: JournalStamp { storage.journal.stamp }

  /// The ids that were touched since a moment of this array.
  @inlinable
  func changes(since stamp: JournalStamp) -> Changes { storage.journal.changes(since: stamp) }
}
