import BrightnessModel
import HardwareTesting

/// A light of the world: what it shows, and what the model knows of it.
struct SimulatedLight {
  /// The devices that it can be, all in the same place.
  let variants: [FakeDevice]
  /// The ends of the paths of their levels.
  private let files: [String]
  let kind: LightKind
  let maximum: Int
  var variant = 0
  // The device.
  var shown: Int
  var isPlugged = true
  var fault: Fault?
  var hangs = false
  var desktop: SimulatedDesktop?
  // The model.
  /// The level that the user chose last, in steps and as a share of the range.
  var base: Int
  var share: Double
  /// The levels that may be the base level in its place, where the daemon may decide either way.
  var others: [Choice] = []
  /// The levels that the daemon may take for the user's if it dies now.
  var candidates: Set<Int>
  /// The steps of a fade to a level that the user chose, which nothing records.
  var fade: ClosedRange<Int>?
  /// Until then it may show something else: a fade is under way, or a failed write is tried again.
  var mayDifferUntil: Int64 = 0
  /// Whether the daemon has been given a reason to write it.
  var isTouched = false
  /// Whether the daemon has read it since it was plugged.
  var isKnown = false
  /// Whether the driver failed since the user last chose a level, so that the daemon has to be
  /// asked once more.
  var needsChoice = false
  /// Whether one of its files could not be opened in a way that only an event of the device ends.
  var awaitsEvent = false

  /// The level that it has rounded others to since the user's level was certain.
  var rounding: Int?
  /// Until then the daemon may take a level for the result of a write that has failed.
  var doubtfulUntil: Int64 = 0
  /// The change by the user that the daemon has not dealt with.
  var change: UserChange?
  /// Whether the daemon has not rested since a `Set`.
  var isBeingSet = false
  /// Whether the daemon may take what it shows for the result of its own write.
  var maySeemRounded = false
  /// The latest levels that the daemon has written or read, which it may know as its own.
  var latest: [Int] = []
  /// Where the light's thread waits.
  var place = Place.elsewhere
  var wasWritten = false
  /// The number of the latest event at the daemon's last write.
  var newestWrite: Int?
  /// The number of the user's last change whose event is late.
  var lateChange: Int?
  /// Whether that event has come, and the daemon has not rested since.
  var hasLateEvent = false
  /// Whether a late event was sent that is newer than the last write, and the daemon may not have
  /// read it: a scene that appears may meet it.
  var mayBeRepeated = false
  /// Events that are late.
  var events: [[UInt8]] = []
  var delay = Delay.none

  /// Whether the daemon may not try a level again that the driver has refused, unless another one
  /// is chosen.
  var isRefusedForGood = false

  init(_ variants: [FakeDevice], _ kind: LightKind, maximum: Int, shown: Int) {
    (self.variants, self.kind, self.maximum, self.shown) = (variants, kind, maximum, shown)
    files = variants.map { "/\($0.name)/brightness" }
    (base, share, candidates) = (shown, Double(shown) / Double(maximum), [shown])
  }

  var device: FakeDevice { variants[variant] }
  var file: String { files[variant] }
  var id: String { "\(device.subsystem)/\(device.name)" }
  var showsPicture: Bool { kind == .panel || kind == .monitor }
  var isHealthy: Bool { isPlugged && fault == nil && !hangs }
  /// Whether the daemon has read what the user chose last.
  var isCertain: Bool { isKnown && candidates.count == 1 && fade == nil }

  /// The lowest level of a screen.
  var floor: Int { showsPicture ? max(1, (maximum + 50) / 100) : 0 }

  /// The step of a level that the user chooses in percent.
  func step(percent: Int) -> Int { max(percent == 0 ? 0 : 1, (percent * maximum + 50) / 100, floor) }

  /// The step of a share that is written with up to eighteen decimals. A half is rounded up, and
  /// only nothing is step 0.
  func step(share: String) -> Int {
    let decimals = share.split(separator: ".").dropFirst().first ?? ""
    let units = UInt64(decimals + String(repeating: "0", count: 18 - decimals.count)) ?? 0
    let whole = UInt64(1_000_000_000_000_000_000)
    let steps = whole.dividingFullWidth(units.multipliedFullWidth(by: UInt64(maximum)))
    if share.hasPrefix("1") { return maximum }
    return max(units > 0 ? 1 : 0, Int(steps.quotient) + (steps.remainder >= whole / 2 ? 1 : 0))
  }

  /// The user has chosen a level. If that is not sure to be what the light shows, a step of a
  /// former fade may be under way.
  mutating func choose(_ raw: Int, share: Double? = nil, isSure: Bool) {
    if isSure { (candidates, rounding, fade) = ([], nil, nil) }
    base = raw
    self.share = share ?? Double(raw) / Double(maximum)
    others = []
    candidates.insert(raw)
  }

  /// The user has chosen a level, to which the light fades from the last one that the daemon has
  /// read: a write may be under way.
  mutating func beginFade(to raw: Int) {
    let levels = ([shown, raw, fade?.lowerBound, fade?.upperBound].compactMap(\.self) + candidates).sorted()
    fade = levels[0]...levels[levels.count - 1]
  }

  /// Whether a level may be taken for the user's, if the daemon died when the light showed it.
  func isCandidate(_ level: Int) -> Bool {
    mayBeRecorded(level) || fade?.contains(level) == true
  }

  /// Whether a level may be recorded as the user's. One that the driver has rounded may: after a
  /// replug the light is found there.
  func mayBeRecorded(_ level: Int) -> Bool {
    if candidates.contains(where: { isSame($0, level) }) { return true }
    guard let rounding else { return false }
    return candidates.contains { rounded($0, to: rounding) == level }
  }

  /// What a driver makes of a level. Not less than the floor: a base level below it is restored to
  /// the floor, which has tests of its own.
  private func rounded(_ level: Int, to step: Int) -> Int { max(min(level, floor), level / step * step) }

  /// The level that the light shows after a driver got one; the number of an error otherwise.
  mutating func write(_ level: Int) -> CInt {
    switch fault {
    case nil, .unreadable: shown = level
    case .ignored: break
    case .rounded(let step): (shown, rounding) = (rounded(level, to: step), step)
    case .code(let code): return code
    case .codeAfterTaking(let code):
      shown = level
      return code
    }
    return 0
  }

  /// For each light, the first of those that clients see as one with it: the last two are LEDs of
  /// one keyboard.
  private static let firsts = [0, 1, 2, 3, 4, 4]

  /// Whether clients see two lights as one.
  static func isOne(_ one: Int, _ other: Int) -> Bool {
    firsts[one % firsts.count] == firsts[other % firsts.count]
  }

  static func all() -> [SimulatedLight] {
    let panel = FakeDevice.backlight("panel0", maximum: 1508, level: 900, in: "devices/platform/a")
    let other = FakeDevice.backlight("panel1", maximum: 1508, level: 900, in: "devices/platform/a")
    let monitor = FakeDevice.backlight("ddcci5", maximum: 65_535, level: 30_001, in: "devices/platform/b")
    let second = FakeDevice.backlight("ddcci6", maximum: 100, level: 41, in: "devices/platform/c")
    let keyboard = FakeDevice.led("simulated::kbd_backlight", maximum: 255, level: 120, in: "devices/platform/d")
    let left = FakeDevice.led("rgb:kbd_backlight", maximum: 255, level: 40, in: "devices/platform/e")
    let right = FakeDevice.led("rgb:kbd_backlight_1", maximum: 100, level: 77, in: "devices/platform/e")
    return [
      SimulatedLight([panel, other], .panel, maximum: 1508, shown: 900),
      SimulatedLight([monitor], .monitor, maximum: 65_535, shown: 30_001),
      SimulatedLight([second], .monitor, maximum: 100, shown: 41),
      SimulatedLight([keyboard], .keyboard, maximum: 255, shown: 120),
      SimulatedLight([left], .keyboard, maximum: 255, shown: 40),
      SimulatedLight([right], .keyboard, maximum: 100, shown: 77),
    ]
  }
}
