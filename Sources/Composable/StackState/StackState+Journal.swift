extension StackState {
  @usableFromInline typealias Changes = Journal<StackElementID>.Changes

  /// The moment of the last change, or of the stack's creation.
  @inlinable var stamp: JournalStamp { storage.journal.stamp }

  /// The ids that were touched since a moment of this stack.
  @inlinable
  func changes(since stamp: JournalStamp) -> Changes { storage.journal.changes(since: stamp) }
}
