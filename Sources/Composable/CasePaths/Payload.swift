/// The payload of a root in a case, and nil for one in another: `payload(.child, of: action)`.
public func payload<Root, Value>(_ path: CasePath<Root, Value>, of root: Root) -> Value? { path.extract(root) }

/// Changes the payload of a case in place: `modify(.editor, in: &state) { $0.text = "" }`. A root in another case is left
/// alone and reported.
@discardableResult
public func modify<Root, Value, Result>(
  _ path: CasePath<Root, Value>,
  in root: inout Root,
  fileID: String = #fileID,
  line: Int = #line,
  _ body: (inout Value) throws -> Result
) rethrows -> Result? {
  let result = try withPayload(of: &root, in: path, body)
  if result == nil {
    reportIssue(
      """
      A payload of type \(typeName(of: Value.self)) was to be modified, but the value is in the case '\(caseName(of: root))'. \
      Nothing was changed. Make sure that the value is in the right case, or ask for its payload first.
      """,
      at: CodeLocation(fileID: fileID, line: line)
    )
  }
  return result
}

/// Runs `body` on the payload of a case in place, and gives nil without running it when the root is in another case.
@inlinable func withPayload<Root, Value, Result>(
  of root: inout Root,
  in path: CasePath<Root, Value>,
  _ body: (inout Value) throws -> Result
) rethrows -> Result? {
  guard var payload = path.extract(root) else { return nil }
  // While the root holds the payload too, changing it would copy what it owns. So the root's memory is vacated, which
  // only a pointer can do, and filled again however `body` ends; exclusive access to the root keeps all others out.
  return try withUnsafeMutablePointer(to: &root) { pointer in
    pointer.deinitialize(count: 1)
    defer { pointer.initialize(to: path.embed(payload)) }
    return try body(&payload)
  }
}

extension Optional {
  /// The payload of a case: changed in place, and nil clears the optional. Assigning where nothing is puts the case there;
  /// assigning while the value is in another case is reported and changes nothing.
  public subscript<Value>(case path: CasePath<Wrapped, Value>, fileID: String = #fileID, line: Int = #line) -> Value? {
    get { flatMap(path.extract) }
    _modify {
      var payload = flatMap(path.extract)
      // The payload has one owner while it is changed, so that nothing is copied.
      if payload != nil { self = nil }
      defer { if let payload { assign(path.embed(payload), at: CodeLocation(fileID: fileID, line: line)) } }
      yield &payload
    }
  }

  /// Assigns the value, unless one in another case is there.
  private mutating func assign(_ value: Wrapped, at location: CodeLocation) {
    guard let unrelated = self else { return self = value }
    reportIssue(
      """
      The case '\(caseName(of: value))' was assigned, but the value is in the unrelated case \
      '\(caseName(of: unrelated))'. Nothing was changed. Assign the whole value to switch between cases.
      """,
      at: location
    )
  }
}
