extension StackState {
  /// The element with an id: changed in place, and removed by nil. An element for an absent id is reported and dropped.
  public subscript(
    id id: StackElementID,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Element? {
    @inlinable get { storage.element(of: id) }
    _modify {
      if let position = index(id: id) {
        yield &storage[removableAt: position]
      } else {
        var dropped: Element?
        defer {
          if let dropped {
            let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
            reportAbsent(id, dropping: dropped, at: location)
          }
        }
        yield &dropped
      }
    }
  }

  /// The payload of the element with an id, if it is in a case: changed in place; nil removes the element.
  public subscript<Value>(
    id id: StackElementID,
    case path: CasePath<Element, Value>,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> Value? {
    get { self[id: id].flatMap(path.extract) }
    _modify { yield &self[id: id, fileID, filePath, line, column][case: path, fileID, filePath, line, column] }
  }

  private func reportAbsent(_ id: StackElementID, dropping element: Element, at location: CodeLocation) {
    reportIssue(
      """
      An element ('\(caseName(of: element))') was assigned to the id \(id), but the stack has no such id: \(ids). \
      It was dropped. Put new elements on the stack with 'append', which gives them their ids.
      """,
      at: location
    )
  }
}
