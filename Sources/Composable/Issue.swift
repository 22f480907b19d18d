/// A misuse, worded so that its reader knows what happened, where, why, and what to do.
public struct Issue: Sendable {
  public let message: String
  /// Where the operator, the effect or the call was written that the message speaks of.
  public let location: CodeLocation

  public init(_ message: String, at location: CodeLocation) {
    self.message = message
    self.location = location
  }
}

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
