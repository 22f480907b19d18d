import BrightnessEventLoop
import Glibc
import StateFiles
import Synchronization

/// Marks of first contacts: a monitor that crashes the machine with the first message to it gets no
/// second one by itself.
///
/// Before the first message to a model of monitor under a kernel, a mark is written that survives a
/// reboot. Once the machine has survived a message, the mark says so. If no message was sent, or it
/// is unknown whether one was, the mark is removed. An open mark from an earlier boot keeps the
/// model from being contacted until the user allows it.
public final class ContactMarks: Sendable {
  private static let begun = "begun"
  private static let survived = "survived"

  private struct Contacts: Sendable {
    var survived: Set<String> = []
    /// How many monitors of each model are being contacted.
    var open: [String: Int] = [:]
  }

  private let lasting: StateRecords
  /// Marks of this boot. If the daemon ended with one open, the machine evidently did not crash.
  private let ofThisBoot: StateRecords
  private let kernel: String
  private let contacts = Mutex(Contacts())

  /// Nil without a persistent state folder.
  public convenience init?(beside records: RestoreRecordFile) {
    guard let lasting = records.lastingFolder else { return nil }
    self.init(lasting: lasting, ofThisBoot: records.folder, kernel: Kernel.release)
  }

  init(lasting: StateFolder, ofThisBoot: StateFolder, kernel: String) {
    self.lasting = StateRecords("first-contact", version: 1, in: lasting, isSynced: true)
    self.ofThisBoot = StateRecords("first-contact", version: 1, in: ofThisBoot)
    self.kernel = kernel
    // The process that left these marks ended without a crash of the machine. After a reboot, they
    // would look like those of a crash.
    for model in (try? self.ofThisBoot.names()) ?? [] { try? removeMark(of: model) }
  }

  /// Throws if the machine crashed at the last contact with a model.
  func checkContact(with model: String) throws(MonitorError) {
    if isSurvived(model) { return }
    let isBlocked = try converting(MonitorError.unmarked) { () throws(StateFileError) in
      guard try isBegun(model) else { return false }
      return try ofThisBoot.line(of: model) == nil
    }
    if isBlocked { throw .notContacted }
  }

  /// Marks the first contact with a model.
  func markContact(with model: String) throws(MonitorError) {
    try checkContact(with: model)
    if isSurvived(model) { return }
    try converting(MonitorError.unmarked) { () throws(StateFileError) in
      if try lasting.line(of: model) == "\(Self.survived) \(kernel)" { return rememberSurvived(model) }
      try ofThisBoot.record(Self.begun, as: model)
      try lasting.record("\(Self.begun) \(kernel)", as: model)
      contacts.withLock { $0.open[model, default: 0] += 1 }
    }
  }

  /// Notes that the machine survived a message, or removes the mark. If that cannot be written, the
  /// next contact is marked again.
  func endContact(with model: String, isSurvived: Bool) {
    if self.isSurvived(model) { return }
    let isLast = contacts.withLock { contacts in
      let count = (contacts.open[model] ?? 1) - 1
      contacts.open[model] = count > 0 ? count : nil
      return count <= 0
    }
    if isSurvived {
      guard (try? lasting.record("\(Self.survived) \(kernel)", as: model)) != nil else { return }
      try? ofThisBoot.remove(model)
      rememberSurvived(model)
    } else if isLast {
      try? removeMark(of: model)
    }
  }

  /// Removes the lasting mark first: in the other order a crash in between would block the model
  /// after the next boot.
  private func removeMark(of model: String) throws(StateFileError) {
    if try isBegun(model) { try lasting.remove(model) }
    try ofThisBoot.remove(model)
  }

  /// Allows contact with a model again; returns false if it was not blocked.
  public func allow(_ model: String) throws(StateFileError) -> Bool {
    guard try isBegun(model) else { return false }
    try lasting.remove(model)
    return true
  }

  private func isBegun(_ model: String) throws(StateFileError) -> Bool {
    try lasting.line(of: model)?.hasPrefix(Self.begun) == true
  }

  private func isSurvived(_ model: String) -> Bool { contacts.withLock { $0.survived.contains(model) } }

  private func rememberSurvived(_ model: String) { contacts.withLock { _ = $0.survived.insert(model) } }
}
