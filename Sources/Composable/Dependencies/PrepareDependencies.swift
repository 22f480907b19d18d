/// Sets the defaults of the program, at its entry point, before any of them is read; gives back what `update` returns.
///
/// Under values of their own, as in a test, it sets their defaults and no other's.
@discardableResult
public func prepareDependencies<Result>(
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column,
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let root = DependencyValues.current.storage.root
  var values = DependencyValues(storage: DependencyStorage(root: root))
  let settled = root.settled
  let result = try update(&values)
  let prepared = values.storage
  if prepared.context != root.context { root.context = prepared.context }
  for key in root.prepare(prepared.overrides, unless: settled) {
    reportIssue(
      """
      '\(key)' was prepared after it was read, and stays what it was.
      Prepare dependencies once, at the entry point of the program, before anything is made that reads them.
      """,
      at: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
  return result
}
