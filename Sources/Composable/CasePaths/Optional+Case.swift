extension Optional {
  /// The payload of a case: changed in place, and nil clears the optional. Assigning where nothing is puts the case there;
  /// assigning while the value is in another case is reported and changes nothing.
  public subscript<Value>(
    case path: CasePath<Wrapped, Value>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Value? {
    get { flatMap(path.extract) }
    _modify {
      let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
      var payload = flatMap(path.extract)
      let present = payload != nil
      // The payload has one owner while it is lent, so that changing it copies nothing.
      if present { self = nil }
      defer { settle(payload, wasPresent: present, path: path, at: location) }
      yield &payload
    }
  }

  private mutating func settle<Value>(
    _ payload: Value?,
    wasPresent: Bool,
    path: CasePath<Wrapped, Value>,
    at location: CodeLocation
  ) {
    guard let payload else { return }
    guard let unrelated = self, !wasPresent else { return self = path.embed(payload) }
    reportIssue(
      """
      The case '\(caseName(of: path.embed(payload)))' was assigned, but the value is in the unrelated case \
      '\(caseName(of: unrelated))'. Nothing was changed. Assign the whole value to switch between cases.
      """,
      at: location
    )
  }
}
