import BrightnessEventLoop
import BrightnessModel
import Hardware
import StateFiles
import Synchronization

/// Restore records in memory, which write to a journal.
final class InMemoryRestoreRecords: RestoreRecords {
  private struct State: Sendable {
    var restores: [LightID: PendingRestore] = [:]
    var refusal: CInt?
  }

  private let journal: CallJournal
  private let state = Mutex(State())

  init(_ journal: CallJournal, _ restores: [PendingRestore] = []) {
    self.journal = journal
    state.withLock { $0.restores = Dictionary(uniqueKeysWithValues: restores.map { ($0.light, $0) }) }
  }

  var restores: [LightID: PendingRestore] { state.withLock { $0.restores } }

  /// Sets or clears the error of every change.
  func refuse(_ code: CInt?) {
    state.withLock { $0.refusal = code }
  }

  func record(_ restore: PendingRestore) throws(StateFileError) {
    try change("record") { $0[restore.light] = restore }
    let trigger = restore.trigger.map { " [\($0)]" } ?? ""
    journal.write("record \(restore.raw)\(trigger)")
  }

  func clear(_ light: LightID, at anchor: String) throws(StateFileError) {
    try change("clear") { restores in
      if restores[light]?.anchor == anchor { restores[light] = nil }
    }
    journal.write("clear \(light.name)")
  }

  private func change(_ verb: String, _ body: @Sendable (inout [LightID: PendingRestore]) -> Void)
    throws(StateFileError)
  {
    let refusal = state.withLock { state in
      if state.refusal == nil { body(&state.restores) }
      return state.refusal
    }
    guard let refusal else { return }
    journal.write("\(verb) refused")
    throw .refused(SystemError(verb, "restore-records", ErrorCode(rawValue: refusal)))
  }
}

/// A logind that sets a fake kernel's level, and fails on demand.
final class FakeLogind: SessionBrightness {
  private let kernel: FakeKernel
  private let refusal = Mutex<LogindError?>(nil)

  init(_ kernel: FakeKernel) {
    self.kernel = kernel
  }

  /// Sets or clears the error of every call.
  func refuse(_ error: LogindError?) {
    refusal.withLock { $0 = error }
  }

  func set(_ light: LightID, to raw: UInt32) throws(LogindError) {
    kernel.journal.write("logind sets \(light) to \(raw)")
    if let error = refusal.withLock({ $0 }) { throw error }
    let code = kernel.state.withLock { $0.writeLevel("\(raw)", of: light.subsystem) }
    if code != nil { throw .failed("Failed to write to brightness device: Protocol error") }
  }
}

/// Calls to fakes, in order.
final class CallJournal: Sendable {
  private let lines = Mutex<[String]>([])

  init() {}

  func write(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  /// The lines since the last call.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
