@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Synchronization

/// One light of a kernel in memory, which behaves as real kernels were observed to, and fails on
/// demand.
final class FakeKernel: Attributes {
  /// A place at which a call on an attribute can fail.
  enum Call: Hashable, Sendable {
    case openToRead, read, openToWrite, write
  }

  enum Fault: Hashable, Sendable {
    case code(CInt)
    /// The driver answers with an error, and the level is changed all the same.
    case codeAfterTaking(CInt)
    case cutShort
    /// A read returns this text.
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
    var readingTime = Duration.zero
  }

  struct Planned: Sendable {
    let call: Call
    let file: String
    let fault: Fault
    var passes: Int
    var times: Int
  }

  let id: LightID
  let journal: CallJournal
  private let time: SteppedTime?
  private let durations = Mutex<[Duration]>([])
  let state: Mutex<State>

  init(
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

  func text(of file: AttributeFile) throws(LightError) -> String {
    try fail(.openToRead, file)
    if file.isLevel { time?.pass(state.withLock { $0.readingTime }) }
    let text = try fault(.read, file) ?? content(of: file)
    journal.write(file.isLevel ? "read \(text)" : "read \(file.name)")
    return text
  }

  func write(_ text: String, to file: AttributeFile) throws(LightError) {
    try fail(.openToWrite, file)
    journal.write(file.isLevel ? "write \(text)" : "write \(file.name) \(text)")
    if let duration = durations.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { time?.pass(duration) }
    let fault = takeFault(.write, file)
    if case .code(let code) = fault {
      if file.isLevel { state.withLock { $0.countEvent(ofWriteTo: id.subsystem) } }
      throw file.refused("write", code)
    }
    if case .cutShort = fault { throw .cutShort(path: file.path, taken: 1, of: text.utf8.count + 1) }
    let code = state.withLock { file.isLevel ? $0.writeLevel(text, of: id.subsystem) : $0.writeTrigger(text) }
    if case .codeAfterTaking(let code) = fault { throw file.refused("write", code) }
    if let code { throw file.refused("write", code) }
  }

  func newestEvent() -> UInt64? {
    state.withLock { $0.takeFault(.read, "uevent_seqnum") == nil ? $0.eventCount : nil }
  }

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

extension FakeKernel {
  /// The light as discovery would find it.
  var light: DiscoveredLight {
    let folder = "/sys/class/\(id.subsystem.rawValue)/\(id.name)"
    let (maximum, hasTrigger) = state.withLock { ($0.maximum, !$0.triggers.isEmpty) }
    var files = LightFiles(in: folder)
    if hasTrigger { files.trigger = AttributeFile(path: "\(folder)/trigger") }
    return DiscoveredLight(
      id: id,
      kind: id.subsystem == .leds ? .keyboard : .panel,
      maximum: maximum,
      type: id.subsystem == .leds ? nil : .raw,
      place: LightPlace(device: "/sys/devices/platform/\(id.name)"),
      files: files
    )
  }

  var level: Int { state.withLock { $0.level } }
  var activeTrigger: String { state.withLock { $0.activeTrigger } }

  /// Makes a call fail a number of times, after it has succeeded a number of times.
  func fail(_ call: Call, _ fault: Fault, of file: String = "brightness", times: Int = 1, after passes: Int = 0) {
    state.withLock {
      $0.faults.append(Planned(call: call, file: file, fault: fault, passes: passes, times: times))
    }
  }

  func heal() {
    state.withLock { $0.faults = [] }
  }

  /// Sets the level that the hardware makes of a written one, given the level shown before.
  func take(_ takes: @escaping @Sendable (_ wanted: Int, _ shown: Int) -> Int) {
    state.withLock { $0.takes = takes }
  }

  /// Sets the durations of the next writes.
  func delay(_ next: Duration...) {
    durations.withLock { $0 = next }
  }

  /// Makes each reading of the level take so long, as where a driver asks the firmware.
  func delayReadings(_ duration: Duration) {
    state.withLock { $0.readingTime = duration }
  }

  func offer(triggers: [String], active: String) {
    state.withLock { ($0.triggers, $0.activeTrigger) = (triggers, active) }
  }

  /// Counts events from now on, as a kernel does and a fake tree does not.
  func countEvents(from count: UInt64 = 1) {
    state.withLock { $0.eventCount = count }
  }

  func grow(to maximum: Int) {
    state.withLock { $0.maximum = maximum }
  }

  /// Changes the level as another program or the firmware would, and returns the resulting event.
  func move(to level: Int, by source: ChangeSource) -> ChangeEvent {
    state.withLock { state in
      state.level = level
      state.countEvent()
      return ChangeEvent([source], newestLevelEvent: source == .unknown ? nil : state.eventCount)
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

extension FakeKernel.State {
  mutating func takeFault(_ call: FakeKernel.Call, _ file: String) -> FakeKernel.Fault? {
    guard let index = faults.firstIndex(where: { $0.call == call && $0.file == file }) else { return nil }
    if faults[index].passes > 0 {
      faults[index].passes -= 1
      return nil
    }
    defer {
      faults[index].times -= 1
      if faults[index].times == 0 { faults.remove(at: index) }
    }
    return faults[index].fault
  }

  mutating func countEvent() {
    eventCount = eventCount.map { $0 + 1 }
  }

  /// A backlight sends an event for each write, also for one that its driver refused
  /// (`backlight_device_set_brightness` in drivers/video/backlight/backlight.c of Linux 6.12); an
  /// LED sends none (`brightness_store` in drivers/leds/led-class.c).
  mutating func countEvent(ofWriteTo subsystem: Subsystem) {
    if subsystem == .backlight { countEvent() }
  }

  /// A backlight refuses a level above its maximum; an LED clamps it, and ends its trigger at 0.
  mutating func writeLevel(_ text: String, of subsystem: Subsystem) -> CInt? {
    guard var wanted = Int(text) else { return EINVAL }
    if subsystem == .leds {
      wanted = min(wanted, maximum)
      if wanted == 0 { activeTrigger = "none" }
    }
    countEvent(ofWriteTo: subsystem)
    if wanted > maximum { return EINVAL }
    level = takes(wanted, level)
    return nil
  }

  mutating func writeTrigger(_ name: String) -> CInt? {
    guard name == "none" || triggers.contains(name) else { return EINVAL }
    activeTrigger = name
    return nil
  }
}
