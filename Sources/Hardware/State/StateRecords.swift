import EventLoop

/// Records of one kind beside the debts: a small file for each, a line in each, kept with the same care.
public final class StateRecords: Sendable {
  private let kind: String
  private let text: SealedText
  private let folder: StateFolder
  private let calls: any FolderCalls

  /// The most that a record may hold.
  public static let limit = 65_536

  /// The records in the folder of those debts, of which the newest version is known.
  public convenience init(_ kind: String, version: Int, beside debts: DebtFile) {
    self.init(kind, version: version, in: debts.folder)
  }

  init(_ kind: String, version: Int, in folder: StateFolder, calls: any FolderCalls = SystemFolderCalls()) {
    self.kind = kind
    text = SealedText(kind: kind, version: version)
    self.folder = folder
    self.calls = calls
  }

  /// What is recorded, by name; what a process left behind that ended while it wrote is removed.
  public func names() throws(LightError) -> [String] {
    let prefix = "\(kind)-"
    let names = try listing(of: folder.path).filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    for name in names where name.hasSuffix(".new") { try file(String(name.dropLast(4))).removeDraft() }
    return names.filter { !$0.contains(".") }.map(String.init).sorted()
  }

  /// The line of a record; nil where there is none. One that is not trusted is set aside, and that is the error.
  public func line(of name: String) throws(LightError) -> String? {
    let file = file(name)
    switch try file.read()?.flatMap({ bytes in Result { () throws(StateFlaw) in try line(in: bytes) } }) {
    case nil: return nil
    case .success(let line): return line
    case .failure(let flaw):
      guard let error = file.setAside(because: flaw) else { return nil }
      throw error
    }
  }

  /// Moves a record out of the way of which the line says nothing that can be.
  public func refuse(_ name: String) -> LightError? { file(name).setAside(because: .garbled(line: 2)) }

  /// Puts a line down under a name, in the place of what was there.
  public func record(_ line: String, as name: String) throws(LightError) {
    precondition(!line.utf8.contains(SealedText.newline), "a record of several lines")
    try file(name).replace(with: text.bytes(of: Array(line.utf8) + [SealedText.newline]))
  }

  public func remove(_ name: String) throws(LightError) {
    try file(name).remove()
  }

  private func line(in bytes: [UInt8]) throws(StateFlaw) -> String {
    let lines = try text.lines(in: bytes)
    guard lines.count == 1, let line = String(validating: lines[0], as: UTF8.self) else { throw .garbled(line: 2) }
    return line
  }

  private func file(_ name: String) -> SmallFile {
    SmallFile("\(kind)-\(name)", in: folder, limit: Self.limit, calls: calls)
  }
}
