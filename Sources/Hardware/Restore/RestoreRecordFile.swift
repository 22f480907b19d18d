import BrightnessEventLoop
import BrightnessModel
import StateFiles
import Synchronization

/// Restore records, which outlive the process. Called by the threads of several lights at once.
public protocol RestoreRecords: Sendable {
  /// Replaces the record of a light; when this returns, the record outlives the process.
  func record(_ restore: PendingRestore) throws(StateFileError)

  /// Removes the record of a light with this anchor; a light of the same name with another anchor
  /// is another light.
  func clear(_ light: LightID, at anchor: String) throws(StateFileError)
}

/// The file of restore records in the state folder. Read once at the start; after that the copy in
/// memory is authoritative, and the file is written at every change.
///
/// The state folder is gone after a reboot, and so are the levels of the kernel's lights. Monitors
/// keep theirs: their records are in a second file too, which survives a reboot.
public final class RestoreRecordFile: RestoreRecords {
  private let file: SmallFile
  /// Nil without a persistent state folder.
  private let lasting: SmallFile?
  /// Why there is no persistent state folder although one is wanted. Monitors work without it.
  public let lastingProblem: StateFileError?
  private let state: Mutex<State>

  private struct State {
    var restores: [PendingRestore] = []
    /// Those of an earlier boot, which are in the lasting file only.
    var earlier: [PendingRestore] = []
    var corruptRecord: StateFileError?
  }

  /// Creates the folder if necessary, and locks it while this object exists. If another process has
  /// the lock, waits with `waiting`, and otherwise throws.
  ///
  /// `lasting` is the persistent state folder, which may be missing or read-only.
  public static func open(
    _ folder: String,
    lasting: String? = nil,
    waiting: Bool = false
  ) throws(StateFileError) -> RestoreRecordFile {
    let folder = try StateFolder(folder, waiting: waiting)
    guard let lasting else { return try RestoreRecordFile(in: folder) }
    do throws(StateFileError) {
      return try RestoreRecordFile(in: folder, lasting: StateFolder(lasting, waiting: waiting))
    } catch {
      return try RestoreRecordFile(in: folder, lastingProblem: error)
    }
  }

  init(
    in folder: StateFolder,
    lasting: StateFolder? = nil,
    lastingProblem: StateFileError? = nil,
    calls: any FolderSystemCalls = SystemFolderCalls()
  ) throws(StateFileError) {
    file = SmallFile(name: "restore-records", folder: folder, limit: StateRecords.limit, calls: calls)
    self.lasting = lasting.map {
      SmallFile(name: "restore-records", folder: $0, limit: StateRecords.limit, isSynced: true, calls: calls)
    }
    self.lastingProblem = lastingProblem
    try? file.removeDraft()
    try? self.lasting?.removeDraft()
    let (restores, corrupt) = try file.read(RestoreRecordText.restores)
    let (lastingRestores, lastingCorrupt) = try self.lasting?.read(RestoreRecordText.restores) ?? (nil, nil)
    let here = restores ?? []
    let earlier = (lastingRestores ?? []).filter { restore in !here.contains(where: restore.isOfSameLight) }
    state = Mutex(State(restores: here + earlier, earlier: earlier, corruptRecord: corrupt ?? lastingCorrupt))
  }

  var folder: StateFolder { file.folder }
  var lastingFolder: StateFolder? { lasting?.folder }

  public var restores: [PendingRestore] { state.withLock { $0.restores } }

  /// Whether the machine was started since a restore was recorded. Then it is no longer certain who
  /// set the light last.
  public func isOfEarlierBoot(_ restore: PendingRestore) -> Bool {
    state.withLock { $0.earlier.contains(where: restore.isOfSameLight) }
  }

  /// A file that was found and not trusted, and its new name.
  public var corruptRecord: StateFileError? { state.withLock { $0.corruptRecord } }

  public func record(_ restore: PendingRestore) throws(StateFileError) {
    let name = restore.light.name
    let numbers = [restore.raw, restore.maximum]
    let isReadable = LightID.isName(name) && numbers.allSatisfy { 0...Int(Int32.max) ~= $0 }
    precondition(isReadable, "a restore that could not be read back: \(restore)")
    try change { restores in
      if let index = restores.firstIndex(where: restore.isOfSameLight) {
        restores[index] = restore
      } else {
        restores.append(restore)
      }
    }
  }

  public func clear(_ light: LightID, at anchor: String) throws(StateFileError) {
    try change { restores in restores.removeAll { $0.light == light && $0.anchor == anchor } }
  }

  /// Renames records to the present names and anchors of their lights, all at once.
  ///
  /// There may already be a record under the new name. It is newer if it was made after the
  /// matching, and older if the matching left it over: then it waits for another light that had the
  /// name before, such as the twin of a monitor.
  public func follow(_ matching: RestoreMatching) throws(StateFileError) {
    let renamed = matching.matches.filter { $0.restore != $0.restoreHere }
    let known = Set(matching.unmatched + matching.matches.map(\.restore))
    try change { restores in
      let newer = restores.filter { !known.contains($0) }
      restores = restores.compactMap { restore in
        if let here = renamed.first(where: { $0.restore == restore })?.restoreHere {
          return newer.contains(where: here.isOfSameLight) ? nil : here
        }
        let isReplaced = renamed.contains { $0.restoreHere.isOfSameLight(restore) }
        return isReplaced && known.contains(restore) ? nil : restore
      }
    }
  }

  /// Writes the file if the content changes. If that fails, the copy in memory stays as it was.
  private func change(_ body: (inout [PendingRestore]) -> Void) throws(StateFileError) {
    try state.withLock { (state) throws(StateFileError) in
      var restores = state.restores
      body(&restores)
      guard restores != state.restores else { return }
      try file.quarantineAgain(&state.corruptRecord)
      let earlier = state.earlier.filter(restores.contains)
      // Write the lasting file first: a power cut would lose a record that is only in the other
      // one.
      try write(restores.filter { $0.light.subsystem == .ddc }, instead: state.restores, to: lasting)
      try write(restores.filter { !earlier.contains($0) }, instead: nil, to: file)
      state.restores = restores
      state.earlier = earlier
    }
  }

  /// `former` are the records in the file, among others; nil to write it in any case.
  private func write(
    _ restores: [PendingRestore],
    instead former: [PendingRestore]?,
    to file: SmallFile?
  ) throws(StateFileError) {
    guard let file, restores != former?.filter({ $0.light.subsystem == .ddc }) else { return }
    if restores.isEmpty {
      try file.remove()
    } else {
      try file.replace(with: RestoreRecordText.bytes(of: restores))
    }
  }
}

extension PendingRestore {
  func isOfSameLight(_ other: PendingRestore) -> Bool { light == other.light && anchor == other.anchor }
}

extension StateRecords {
  /// Records of another kind in the folder of the restore records.
  public convenience init(_ kind: String, version: Int, beside restores: RestoreRecordFile) {
    self.init(kind, version: version, in: restores.folder)
  }
}

extension SmallFile {
  /// A file that survives a reboot, if there is a persistent state folder. Otherwise it is beside
  /// the restore records.
  package init(lasting name: String, beside restores: RestoreRecordFile) {
    self.init(name: name, folder: restores.lastingFolder ?? restores.folder, limit: StateRecords.limit)
  }
}
