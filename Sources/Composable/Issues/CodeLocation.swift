/// A place in source code.
public struct CodeLocation: Sendable, Hashable, CustomStringConvertible {
  /// The module and the file, as `#fileID` gives them.
  public let fileID: String
  /// Where the file was when it was compiled.
  public let filePath: String
  /// Counted from 1.
  public let line: Int
  /// Counted from 1.
  public let column: Int

  /// Makes a location of what `#fileID`, `#filePath`, `#line` and `#column` give.
  public init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// What a log line shows: the module, the file and the line.
  public var description: String { "\(fileID):\(line)" }
}
