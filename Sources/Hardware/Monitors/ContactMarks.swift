import EventLoop
import Glibc

/// Marks of first contacts: a monitor that crashes the machine with the first message to it gets no second one by itself.
///
/// Before the first message to a model of monitor under a kernel a mark is written that survives a reboot. Once the contact was
/// survived the mark says so. A mark without that, left by an earlier boot, keeps the model from being contacted until the user allows it.
public final class ContactMarks: Sendable {
  private static let begun = "begun"
  private static let survived = "survived"

  private let lasting: StateRecords
  /// Marks of this boot: a daemon that ended meanwhile did not take the machine with it.
  private let ofThisBoot: StateRecords
  private let kernel: String
  private let known = TraceableMutex<Set<String>>([])

  /// Nil without a persistent state folder.
  public convenience init?(beside records: RestoreRecordFile) {
    guard let lasting = records.lastingFolder else { return nil }
    self.init(lasting: lasting, ofThisBoot: records.folder, kernel: Self.kernelRelease)
  }

  init(lasting: StateFolder, ofThisBoot: StateFolder, kernel: String) {
    self.lasting = StateRecords("first-contact", version: 1, in: lasting, isSynced: true)
    self.ofThisBoot = StateRecords("first-contact", version: 1, in: ofThisBoot)
    self.kernel = kernel
  }

  /// Marks the first contact with a model; throws if the last one was not survived.
  func begin(_ model: String, _ path: String) throws(LightError) {
    if known.withLock({ $0.contains(model) }) { return }
    let line = try lasting.line(of: model)
    if line == "\(Self.survived) \(kernel)" { return note(model) }
    if line?.hasPrefix(Self.begun) == true, try ofThisBoot.line(of: model) == nil { throw .notContacted(path: path) }
    try ofThisBoot.record(Self.begun, as: model)
    try lasting.record("\(Self.begun) \(kernel)", as: model)
  }

  /// Notes that the contact was survived. If that cannot be written, it is marked anew the next time.
  func end(_ model: String) {
    if known.withLock({ $0.contains(model) }) { return }
    guard (try? lasting.record("\(Self.survived) \(kernel)", as: model)) != nil else { return }
    try? ofThisBoot.remove(model)
    note(model)
  }

  /// Lets a model be contacted again; false if nothing kept it from that.
  public func allow(_ model: String) throws(LightError) -> Bool {
    guard try lasting.line(of: model)?.hasPrefix(Self.begun) == true else { return false }
    try lasting.remove(model)
    return true
  }

  private func note(_ model: String) { known.withLock { _ = $0.insert(model) } }

  private static var kernelRelease: String {
    var names = utsname()
    uname(&names)
    return withUnsafeBytes(of: &names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
