import Brightness
import Hardware

/// A light that is there, as the daemon knows it.
struct KeptLight {
  var facts: LightFacts
  /// What the configuration says of it.
  var said: LightOverride
  let writer: LightWriter
  /// What was recorded of it before it came.
  var owed: Debt?
  /// The name that it had then.
  var formerName: Brightness.LightID?
  /// Whether its level was read since it came, its range changed, or the machine resumed.
  var isMet = false
  /// Whether it is to be met because the machine resumed.
  var hasSlept = false
  /// The newest order.
  var order: LightOrder?
  /// Whether that is done, or need not be any more.
  var isOrderDone = true
  /// Whether something may stand on record of it.
  var isRecorded: Bool
  /// What stands in the way, until it no longer does.
  var trouble: LightTrouble?
  var foreign = ForeignChanges()

  init(
    _ facts: LightFacts,
    _ said: LightOverride,
    _ writer: LightWriter,
    owed: Debt?,
    formerName: Brightness.LightID?
  ) {
    self.facts = facts
    self.said = said
    self.writer = writer
    self.owed = owed
    self.formerName = formerName
    isRecorded = owed != nil
  }

  /// What was read and ordered before a sleep does not count after it.
  mutating func fallAsleep() {
    hasSlept = isMet || hasSlept
    (isMet, order, isOrderDone) = (false, nil, true)
  }
}

/// Why a light does not show what it should.
public enum LightTrouble: Hashable, Sendable {
  case refused(LightError, Remedy)
  /// The debt is paid, and still on record.
  case uncleared(LightError)
  /// A call into the kernel does not come back.
  case hangs
  /// It is not there.
  case away

  /// Whether the light may not show what it should.
  var isInTheWay: Bool {
    if case .uncleared = self { false } else { true }
  }

  /// The reason in words.
  var reason: String {
    switch self {
    case .refused(let error, _), .uncleared(let error): "\(error)"
    case .hangs: "its driver does not answer"
    case .away: "it is not there"
    }
  }
}

extension KeptLight {
  var kind: Hardware.LightKind { said.kind ?? facts.kind }

  /// The range as the mind sees it; nil where there are no steps to go.
  var range: LightRange? { range(maximum: facts.maximum, kind) }

  fileprivate func range(maximum: Int, _ kind: Hardware.LightKind) -> LightRange? {
    let scale = said.scale ?? Scale(attribute: facts.scale.rawValue)
    return LightRange(maximum: maximum, scale: scale, kind: kind.inMind, floor: said.floor)
  }
}

extension Hardware.LightID {
  var inMind: Brightness.LightID { Brightness.LightID(description) }
}

extension Hardware.LightKind {
  var inMind: Brightness.LightKind {
    switch self {
    case .panel: .panel
    case .monitor: .monitor
    case .keyboard: .keyboard
    case .indicator: .indicator
    }
  }
}

extension Debt {
  /// What is recorded of a light before it is first written for a claim.
  init(_ owed: OwedBase, of light: KeptLight) {
    self.init(
      light: light.facts.id,
      anchor: light.facts.place.anchor,
      kind: light.kind,
      raw: owed.base.setting.raw,
      maximum: owed.range.maximum,
      share: owed.base.setting.share.exactText,
      allowsOff: owed.base.allowsOff
    )
  }

  /// The base as the mind sees it, in the range that it was recorded in.
  func owed(on light: KeptLight) -> OwedBase? {
    guard let range = light.range(maximum: maximum, kind) else { return nil }
    let setting = Share(exactText: share).flatMap { range.setting(raw: raw, said: $0) } ?? range.setting(raw: raw)
    return OwedBase(Base(setting, allowsOff: allowsOff), in: range)
  }
}
