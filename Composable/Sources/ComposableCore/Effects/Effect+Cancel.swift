extension Effect {
  /// Gives the effect an id by which it can be cancelled, from its own place in the tree or any
  /// place above.
  ///
  /// ```swift
  /// case .refreshTapped: return .run { send in await send(.loaded(try await client.load())) }.cancellable(id: Load(), cancelInFlight: true)
  /// case .cancelTapped: return .cancel(id: Load())
  /// ```
  ///
  /// With `cancelInFlight`, effects with the same id at this place or below it end when this one
  /// begins.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    isNone ? .none : Self(.cancellable(self, ErasedID(id), cancelInFlight: cancelInFlight))
  }

  /// Ends every effect with that id at this place in the tree and below it, even one that has not
  /// run yet.
  public static func cancel(id: some Hashable & Sendable) -> Self { Self(.cancel(ErasedID(id))) }

  /// Ends every effect of the name that is there, if one is; also those that were named by an
  /// optional.
  public static func cancel<ID: Hashable & Sendable>(id: ID?) -> Self { cancel(names(in: id)) }

  /// Ends every effect with one of these ids: `.cancel(ids: CancelID.allCases)`.
  public static func cancel(ids: some Sequence<some Hashable & Sendable>) -> Self { cancel(ids.map { ErasedID($0) }) }

  private static func cancel(_ names: [ErasedID]) -> Self { merge(names.map { Self(.cancel($0)) }) }
}

extension Task where Success == Never, Failure == Never {
  /// Ends the effects with that id, from inside an effect of the same place or one above.
  public static func cancel(id: some Hashable & Sendable, fileID: String = #fileID, line: Int = #line) async {
    await cancel([ErasedID(id)], fileID, line)
  }

  /// Ends the effects of the name that is there, if one is; also those that were named by an
  /// optional.
  public static func cancel<ID: Hashable & Sendable>(id: ID?, fileID: String = #fileID, line: Int = #line) async {
    await cancel(names(in: id), fileID, line)
  }

  /// Ends the effects with any of these ids, in one turn: `await Task.cancel(ids:
  /// CancelID.allCases)`.
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

/// A collection passed where one id is expected. It can be an id itself, but hardly any effect has
/// such an id.
///
/// `cancel(id:)` ends what is meant, with a warning. If it were marked as unavailable for
/// collections, the compiler would silently choose the general overload. A `String`, although a
/// collection, is one id.
public protocol _SeveralNames: Collection, Hashable where Element: Hashable {}

extension Array: _SeveralNames where Element: Hashable {}
extension ArraySlice: _SeveralNames where Element: Hashable {}
extension Set: _SeveralNames {}

extension Effect {
  /// Ends every effect with one of these ids, or with the whole collection as its id.
  @available(*, deprecated, message: "several names are 'cancel(ids:)'; wrap a collection to make it one name")
  public static func cancel<Names: _SeveralNames & Sendable>(id: Names) -> Self where Names.Element: Sendable {
    cancel(names(in: id))
  }
}

extension Task where Success == Never, Failure == Never {
  /// Ends the effects with one of these ids, or with the whole collection as their id.
  @available(*, deprecated, message: "several names are 'cancel(ids:)'; wrap a collection to make it one name")
  public static func cancel<Names: _SeveralNames & Sendable>(
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
