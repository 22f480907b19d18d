extension Effect {
  /// Gives the effect a name by which it can be cancelled, from its own place in the tree and from
  /// every place above.
  ///
  /// ```swift
  /// case .refreshTapped: return .run { send in await send(.loaded(try await client.load())) }.cancellable(id: Load(), cancelInFlight: true)
  /// case .cancelTapped: return .cancel(id: Load())
  /// ```
  ///
  /// With `cancelInFlight`, effects of that name that already live at this place or below it end
  /// when this one begins.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    isNone ? .none : Self(.cancellable(self, ErasedID(id), cancelInFlight: cancelInFlight))
  }

  /// Ends every effect of that name at this place in the tree and below it, also one that has not
  /// run yet.
  public static func cancel(id: some Hashable & Sendable) -> Self { Self(.cancel(ErasedID(id))) }

  /// Ends every effect of the name that is there, if one is; also those that were named by an
  /// optional.
  public static func cancel<ID: Hashable & Sendable>(id: ID?) -> Self { cancel(names(in: id)) }

  /// Ends every effect of one of these names: `.cancel(ids: CancelID.allCases)`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self { cancel(ids.map { ErasedID($0) }) }

  private static func cancel(_ names: [ErasedID]) -> Self { merge(names.map { Self(.cancel($0)) }) }
}

extension Task where Success == Never, Failure == Never {
  /// Ends the effects of that name, from inside an effect of the same place or of one above.
  public static func cancel(id: some Hashable & Sendable, fileID: String = #fileID, line: Int = #line) async {
    await cancel([ErasedID(id)], fileID, line)
  }

  /// Ends the effects of the name that is there, if one is; also those that were named by an
  /// optional.
  public static func cancel<ID: Hashable & Sendable>(id: ID?, fileID: String = #fileID, line: Int = #line) async {
    await cancel(names(in: id), fileID, line)
  }

  /// Ends the effects of all of these names in one turn:
  /// `await Task.cancel(ids: CancelID.allCases)`.
  public static func cancel(
    ids: some Sequence<some Hashable & Sendable>,
    fileID: String = #fileID,
    line: Int = #line
  ) async {
    await cancel(ids.map { ErasedID($0) }, fileID, line)
  }

  private static func cancel(_ names: [ErasedID], _ fileID: String, _ line: Int) async {
    if let context = EffectContext.current {
      return await context.owner.onExecutor { core in core.end(named: names, askedBy: context.key) }
    }
    reportUseOutsideAnEffect("Task.cancel(id:)", at: CodeLocation(fileID: fileID, line: line))
  }
}

// MARK: - Several names where one is asked for

/// A collection that stands where a name is asked for; it is a name too, which hardly any effect
/// has.
///
/// `cancel(id:)` ends what is meant, with a warning. Were it marked as unavailable for these, the
/// compiler would pass over it, and silently take the general call. `String`, which is a
/// collection, is one name.
public protocol SeveralNames: Collection, Hashable where Element: Hashable {}

extension Array: SeveralNames where Element: Hashable {}
extension ArraySlice: SeveralNames where Element: Hashable {}
extension Set: SeveralNames {}

extension Effect {
  /// Ends every effect of one of these names, or of all of them as one name.
  @available(*, deprecated, message: "several names are 'cancel(ids:)'; wrap a collection to make it one name")
  public static func cancel<Names: SeveralNames & Sendable>(id: Names) -> Self where Names.Element: Sendable {
    cancel(names(in: id))
  }
}

extension Task where Success == Never, Failure == Never {
  /// Ends the effects of these names, or of all of them as one name.
  @available(*, deprecated, message: "several names are 'cancel(ids:)'; wrap a collection to make it one name")
  public static func cancel<Names: SeveralNames & Sendable>(
    id: Names,
    fileID: String = #fileID,
    line: Int = #line
  ) async where Names.Element: Sendable {
    await cancel(names(in: id), fileID, line)
  }
}

private func names<ID: Hashable & Sendable>(in ids: some Collection<ID> & Hashable & Sendable) -> [ErasedID] {
  [ErasedID(ids)] + ids.map { ErasedID($0) }
}

private func names<ID: Hashable & Sendable>(in id: ID?) -> [ErasedID] {
  [ErasedID(id)] + (id.map { [ErasedID($0)] } ?? [])
}
