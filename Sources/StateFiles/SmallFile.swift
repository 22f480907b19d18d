import BrightnessEventLoop
import Glibc

/// A small file that is replaced as a whole by rename(2), so that a reader never sees a part of it.
///
/// Usually not synced: it is on a file system in memory, and has to outlive the process, not a
/// reboot. On a disk, a sync would delay the light by milliseconds.
package struct SmallFile: Sendable {
  package let name: String
  package let folder: StateFolder
  private let limit: Int
  private let isSynced: Bool
  private let calls: any FolderSystemCalls

  /// `isSynced` says whether the file has to survive a reboot. More bytes than `limit` are neither
  /// written nor read.
  package init(
    name: String,
    folder: StateFolder,
    limit: Int,
    isSynced: Bool = false,
    calls: any FolderSystemCalls = SystemFolderCalls()
  ) {
    self.name = name
    self.folder = folder
    self.limit = limit
    self.isSynced = isSynced
    self.calls = calls
  }

  package var path: String { "\(folder.path)/\(name)" }

  private var draft: String { "\(name).new" }

  /// Replaces the content; the former content stays if that fails.
  package func replace(with bytes: [UInt8]) throws(StateFileError) {
    if bytes.count > limit { throw .tooLarge(path: path, limit: limit) }
    try folder.withDescriptor { (folder) throws(StateFileError) in
      do throws(StateFileError) {
        try write(bytes, in: folder)
        try stateCall("replace", path) { calls.rename(draft, to: name, in: folder) }
        try sync(folder)
      } catch {
        _ = calls.remove(draft, in: folder)
        throw error
      }
    }
  }

  private func write(_ bytes: [UInt8], in folder: CInt) throws(StateFileError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let number: CInt
    do throws(SystemError) {
      number = try systemCall("write", path) { calls.open(draft, in: folder, flags) }
    } catch {
      guard error.code.rawValue == EEXIST else { throw .refused(error) }
      // This draft is not ours: the folder is locked, and our drafts were removed at the start.
      _ = try calls.quarantine(draft, in: folder, at: self.folder.path)
      number = try stateCall("write", path) { calls.open(draft, in: folder, flags) }
    }
    let file = Descriptor(owning: number)
    let taken = try stateCall("write", path) { bytes.withUnsafeBytes { calls.write($0, to: file.number) } }
    if taken < bytes.count { throw .cutShort(path: path, taken: taken, of: bytes.count) }
    try sync(file.number)
  }

  private func sync(_ file: CInt) throws(StateFileError) {
    if isSynced { try stateCall("sync", path) { calls.sync(file) } }
  }

  package func remove() throws(StateFileError) { try remove(name) }

  /// Removes the draft of a process that ended while replacing the file.
  package func removeDraft() throws(StateFileError) { try remove(draft) }

  private func remove(_ name: String) throws(StateFileError) {
    try folder.withDescriptor { (folder) throws(StateFileError) in
      do throws(StateFileError) {
        try stateCall("remove", "\(self.folder.path)/\(name)") { calls.remove(name, in: folder) }
        try sync(folder)
      } catch {
        if error.isGone { return }
        // A folder of this name is not ours, so move it out of the way.
        guard error.refusal?.code.rawValue == EISDIR else { throw error }
        _ = try calls.quarantine(name, in: folder, at: self.folder.path)
      }
    }
  }

  /// The content as `parse` reads it; nil without a file. A file that is not trusted is
  /// quarantined, with an error to be reported.
  package func read<Value>(
    _ parse: ([UInt8]) throws(RecordFlaw) -> Value
  ) throws(StateFileError) -> (value: Value?, corrupt: StateFileError?) {
    guard let content = try content() else { return (nil, nil) }
    do throws(RecordFlaw) {
      return (try parse(try content.get()), nil)
    } catch {
      return (nil, quarantine(because: error))
    }
  }

  private func content() throws(StateFileError) -> Result<[UInt8], RecordFlaw>? {
    try folder.withDescriptor { (folder) throws(StateFileError) -> Result<[UInt8], RecordFlaw>? in
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
      do throws(SystemError) {
        let number = try systemCall("open", path) { calls.open(name, in: folder, flags) }
        return Self.content(of: Descriptor(owning: number), limit: limit)
      } catch {
        if error.code.isShortage { throw .refused(error) }
        switch error.code.rawValue {
        case ENOENT: return nil
        case ELOOP: return .failure(.link)
        default: return .failure(.unreadable(error.code))
        }
      }
    }
  }

  private static func content(of file: consuming Descriptor, limit: Int) -> Result<[UInt8], RecordFlaw> {
    var status = stat()
    guard fstat(file.number, &status) == 0 else { return .failure(.unreadable(.latest)) }
    if let flaw = RecordFlaw(of: status, for: geteuid()) { return .failure(flaw) }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = Glibc.read(file.number, &bytes, bytes.count)
    guard count >= 0 else { return .failure(.unreadable(.latest)) }
    return count > limit ? .failure(.tooLong(limit: limit)) : .success(Array(bytes.prefix(count)))
  }
}

extension RecordFlaw {
  /// Why a process of `user` must not trust a file with this status; nil if it may.
  package init?(of status: stat, for user: uid_t) {
    if status.st_mode & S_IFMT != S_IFREG {
      self = .notRegularFile
    } else if status.st_uid != user {
      self = .otherOwner(owner: status.st_uid, wanted: user)
    } else if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      self = .writableByOthers(mode: status.st_mode & 0o777)
    } else {
      return nil
    }
  }
}

extension SmallFile {
  /// Renames a file that is not trusted, and returns the result to be reported; nil if the file no
  /// longer exists.
  package func quarantine(because flaw: RecordFlaw) -> StateFileError? {
    do throws(StateFileError) {
      let now = try folder.withDescriptor { (folder) throws(StateFileError) in
        try calls.quarantine(name, in: folder, at: self.folder.path)
      }
      return .quarantined(path: path, flaw, to: now)
    } catch {
      return error.isGone ? nil : .notQuarantined(path: path, flaw, error)
    }
  }

  /// Tries again to rename a file that could not be renamed when it was read. Throws if that fails,
  /// since such a file is not replaced.
  package func quarantineAgain(_ corrupt: inout StateFileError?) throws(StateFileError) {
    guard case .notQuarantined(_, let flaw, _) = corrupt else { return }
    corrupt = quarantine(because: flaw)
    if let corrupt, case .notQuarantined = corrupt { throw corrupt }
  }
}
