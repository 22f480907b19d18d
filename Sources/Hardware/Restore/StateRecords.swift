import EventLoop

/// Other records in the state folder: a file with one line for each, under the same rules as the restore records.
public final class StateRecords: Sendable {
  private let text: SealedText
  private let folder: StateFolder
  private let isSynced: Bool
  private let calls: any FolderSystemCalls

  public static let limit = 65_536

  public convenience init(_ kind: String, version: Int, beside restores: RestoreRecordFile) {
    self.init(kind, version: version, in: restores.folder)
  }

  init(
    _ kind: String,
    version: Int,
    in folder: StateFolder,
    isSynced: Bool = false,
    calls: any FolderSystemCalls = SystemFolderCalls()
  ) {
    text = SealedText(kind: kind, version: version)
    (self.folder, self.isSynced, self.calls) = (folder, isSynced, calls)
  }

  /// The names of all records. Removes drafts of a process that ended while writing.
  public func names() throws(LightError) -> [String] {
    let prefix = "\(text.kind)-"
    let names = try listing(of: folder.path).filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    for name in names where name.hasSuffix(".new") { try file(String(name.dropLast(4))).removeDraft() }
    return names.filter { !$0.contains(".") }.map(String.init).sorted()
  }

  /// The line of a record; nil without one. Throws after a corrupt record was quarantined.
  public func line(of name: String) throws(LightError) -> String? {
    let (line, corrupt) = try file(name).read { (bytes) throws(RecordFlaw) in
      let lines = try text.lines(in: bytes)
      guard lines.count == 1 else { throw .malformed(line: 2) }
      return lines[0]
    }
    if let corrupt { throw corrupt }
    return line
  }

  /// Quarantines a record whose line has no valid meaning.
  public func refuse(_ name: String) -> LightError? { file(name).quarantine(because: .malformed(line: 2)) }

  public func record(_ line: String, as name: String) throws(LightError) {
    precondition(!line.utf8.contains(SealedText.newline), "a record of several lines")
    try file(name).replace(with: text.bytes(of: [line]))
  }

  public func remove(_ name: String) throws(LightError) { try file(name).remove() }

  private func file(_ name: String) -> SmallFile {
    SmallFile(name: "\(text.kind)-\(name)", folder: folder, limit: Self.limit, isSynced: isSynced, calls: calls)
  }
}
