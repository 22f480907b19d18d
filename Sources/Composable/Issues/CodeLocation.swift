/// A place in source code.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
  public let fileID: String
  public let filePath: String
  public let line: Int
  public let column: Int

  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  public var description: String { "\(fileID):\(line)" }
}
