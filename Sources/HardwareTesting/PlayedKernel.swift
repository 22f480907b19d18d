import EventLoop
import Hardware
import Synchronization

/// One light of a kernel that exists in memory, which does what real ones were seen to do, and fails when it is told to.
public final class PlayedKernel: Attributes {
  /// A place at which a call on an attribute can fail.
  public enum Call: Hashable, Sendable {
    case openToRead, read, openToWrite, write
  }

  public enum Fault: Hashable, Sendable {
    case code(CInt)
    /// The driver answers with an error, and the level is changed all the same.
    case codeAfterTaking(CInt)
    case cutShort
    /// What is read is this text.
    case text(String)
  }

  struct State: Sendable {
    var level: Int
    var maximum: Int
    var takes: @Sendable (_ wanted: Int, _ shown: Int) -> Int = { wanted, _ in wanted }
    var faults: [Planned] = []
    var triggers: [String] = []
    var activeTrigger = "none"
    var eventCount: UInt64?
  }

  struct Planned: Sendable {
    let call: Call
    let file: String
    let fault: Fault
    var passes: Int
    var times: Int
  }

  public let id: LightID
  public let journal: CallJournal
  private let time: SteppedTime?
  private let durations = Mutex<[Duration]>([])
  let state: Mutex<State>

  public init(
    _ id: LightID = LightID(.backlight, "panel"),
    maximum: Int = 100,
    level: Int = 50,
    journal: CallJournal = CallJournal(),
    time: SteppedTime? = nil
  ) {
    self.id = id
    self.journal = journal
    self.time = time
    state = Mutex(State(level: level, maximum: maximum))
  }

  public func text(of file: AttributeFile) throws(LightError) -> String {
    try fail(.openToRead, file)
    let text = try fault(.read, file) ?? content(of: file)
    journal.write(file.isLevel ? "read \(text)" : "read \(file.name)")
    return text
  }

  public func write(_ text: String, to file: AttributeFile) throws(LightError) {
    try fail(.openToWrite, file)
    journal.write(file.isLevel ? "write \(text)" : "write \(file.name) \(text)")
    if let duration = durations.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { time?.pass(duration) }
    let fault = takeFault(.write, file)
    if case .code(let code) = fault { throw file.refused("write", code) }
    if case .cutShort = fault { throw .cutShort(path: file.path, taken: 1, of: text.utf8.count + 1) }
    let code = state.withLock { file.isLevel ? $0.writeLevel(text, of: id.subsystem) : $0.writeTrigger(text) }
    if case .codeAfterTaking(let code) = fault { throw file.refused("write", code) }
    if let code { throw file.refused("write", code) }
  }

  public func newestEvent() -> UInt64? { state.withLock { $0.eventCount } }

  private func content(of file: AttributeFile) -> String {
    state.withLock { state in
      if file.isLevel { return "\(state.level)" }
      if file.name == "max_brightness" { return "\(state.maximum)" }
      return (["none"] + state.triggers).map { $0 == state.activeTrigger ? "[\($0)]" : $0 }.joined(separator: " ")
    }
  }

  /// The text that is read, where that is the fault.
  private func fault(_ call: Call, _ file: AttributeFile) throws(LightError) -> String? {
    switch takeFault(call, file) {
    case .code(let code), .codeAfterTaking(let code):
      throw file.refused(call == .read || call == .write ? "\(call)" : "open", code)
    case .text(let text): return text
    case .cutShort, nil: return nil
    }
  }

  private func fail(_ call: Call, _ file: AttributeFile) throws(LightError) {
    _ = try fault(call, file)
  }

  private func takeFault(_ call: Call, _ file: AttributeFile) -> Fault? {
    state.withLock { $0.takeFault(call, file.name) }
  }
}

extension PlayedKernel {
  /// The light as it would be found.
  public var facts: LightFacts {
    let folder = "/sys/class/\(id.subsystem.rawValue)/\(id.name)"
    let (maximum, hasTrigger) = state.withLock { ($0.maximum, !$0.triggers.isEmpty) }
    var files = LightFiles(in: folder)
    if hasTrigger { files.trigger = AttributeFile(path: "\(folder)/trigger") }
    return LightFacts(
      id: id,
      kind: id.subsystem == .leds ? .keyboard : .panel,
      maximum: maximum,
      type: id.subsystem == .leds ? nil : .raw,
      place: LightPlace(device: "/sys/devices/platform/\(id.name)"),
      files: files
    )
  }

  public var level: Int { state.withLock { $0.level } }
  public var activeTrigger: String { state.withLock { $0.activeTrigger } }

  /// Lets a call fail some times, after it has succeeded some others.
  public func fail(_ call: Call, _ fault: Fault, of file: String = "brightness", times: Int = 1, after passes: Int = 0)
  {
    state.withLock {
      $0.faults.append(Planned(call: call, file: file, fault: fault, passes: passes, times: times))
    }
  }

  public func heal() {
    state.withLock { $0.faults = [] }
  }

  /// What becomes of a level that is written, given the one that was shown.
  public func take(_ takes: @escaping @Sendable (_ wanted: Int, _ shown: Int) -> Int) {
    state.withLock { $0.takes = takes }
  }

  /// How long each of the next writes takes.
  public func delay(_ next: Duration...) {
    durations.withLock { $0 = next }
  }

  public func offer(triggers: [String], active: String) {
    state.withLock { ($0.triggers, $0.activeTrigger) = (triggers, active) }
  }

  /// Counts events from now on, as a kernel does and a folder does not.
  public func countEvents(from count: UInt64 = 1) {
    state.withLock { $0.eventCount = count }
  }

  public func grow(to maximum: Int) {
    state.withLock { $0.maximum = maximum }
  }

  /// Moves the light as somebody else would; what is heard of it then.
  public func move(to level: Int, by source: ChangeSource) -> Stir {
    state.withLock { state in
      state.level = level
      state.countEvent()
      return Stir([source], newestMove: source == .unknown ? nil : state.eventCount)
    }
  }
}

extension AttributeFile {
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  var isLevel: Bool { name == "brightness" }

  func refused(_ verb: String, _ code: CInt) -> LightError {
    .refused(SystemError(verb, path, ErrorCode(rawValue: code)))
  }
}
