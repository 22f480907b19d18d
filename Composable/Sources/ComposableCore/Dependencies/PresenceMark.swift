import Synchronization

/// Whether the reducer that runs belongs to a feature that was presented or pushed.
///
/// The nodes of such features set and reset it. To bind other dependencies for each of their
/// actions would cost as much as the rest of the send (`presented_send_ns` in `bench core`).
@usableFromInline final class PresenceMark: Sendable {
  // Written only while a reducer runs, and atomic because a task that a reducer starts by itself
  // inherits the dependencies, and might read it meanwhile.
  private let mark = Atomic(false)

  var isSet: Bool { mark.load(ordering: .relaxed) }

  @inlinable func whileSet<Result>(_ body: () -> Result) -> Result {
    let former = replace(by: true)
    defer { _ = replace(by: former) }
    return body()
  }

  @usableFromInline func replace(by isPresented: Bool) -> Bool {
    let former = mark.load(ordering: .relaxed)
    mark.store(isPresented, ordering: .relaxed)
    return former
  }
}

extension DependencyValues {
  /// The mark of the tree whose reducers have these values.
  var presence: PresenceMark? {
    get { storage.content.presence }
    set { if newValue !== presence { change { $0.presence = newValue } } }
  }

  /// These values for code that runs later: `isPresented` stays what it is now.
  var kept: DependencyValues {
    guard let presence else { return self }
    var kept = self
    kept.change { content in
      if presence.isSet { content.isPresented = content.isPresented ?? true }
      content.presence = nil
    }
    return kept
  }

  /// The current values, for an effect that begins here. Those of the store itself stay the same
  /// value, so that the store need not bind them for a hold.
  static var ofEffect: DependencyValues { current.presence?.isSet == true ? current.kept : current }
}
