import BrightnessEventLoop

/// Records of one kind in the state folder. Each is a file with one line.
public final class StateRecords: Sendable {
  private let text: SealedText
  private let folder: StateFolder
  private let isSynced: Bool

  public static let limit = 65_536

  package init(_ kind: String, version: Int, in folder: StateFolder, isSynced: Bool = false) {
    text = SealedText(kind: kind, version: version)
    self.folder = folder
    self.isSynced = isSynced
  }

  /// The names of all records. Removes drafts of a process that ended while writing.
  public func names() throws(StateFileError) -> [String] {
    let prefix = "\(text.kind)-"
    let all = try converting(StateFileError.refused) { () throws(SystemError) in try Folder.names(in: folder.path) }
    let names = all.filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    for name in names where name.hasSuffix(".new") { try file(String(name.dropLast(4))).removeDraft() }
    return names.filter { !$0.contains(".") }.map(String.init).sorted()
  }

  /// The line of a record; nil without one. A corrupt record is quarantined, and then throws.
  public func line(of name: String) throws(StateFileError) -> String? {
    let (line, corrupt) = try file(name).read { (bytes) throws(RecordFlaw) in
      let lines = try text.lines(in: bytes)
      guard lines.count == 1 else { throw .malformed(line: 2) }
      return lines[0]
    }
    if let corrupt { throw corrupt }
    return line
  }

  /// Quarantines a record whose line has no valid meaning.
  public func refuse(_ name: String) -> StateFileError? { file(name).quarantine(because: .malformed(line: 2)) }

  public func record(_ line: String, as name: String) throws(StateFileError) {
    precondition(!line.utf8.contains(SealedText.newline), "a record of several lines")
    try file(name).replace(with: text.bytes(of: [line]))
  }

  public func remove(_ name: String) throws(StateFileError) { try file(name).remove() }

  private func file(_ name: String) -> SmallFile {
    SmallFile(name: "\(text.kind)-\(name)", folder: folder, limit: Self.limit, isSynced: isSynced)
  }
}
