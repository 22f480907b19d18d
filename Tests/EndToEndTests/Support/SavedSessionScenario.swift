import RawClients
import Testing

/// A call of a client, or its end, where sessions survive the daemon, and the system calls that the
/// daemon makes in response.
enum SavedSessionScenario: String, CaseIterable {
  case push, list, appear, disappear, pop, hold, end, appearAboveAnother, endAboveAnother

  /// Whether another session has an outranked claim on the light.
  var hasAnother: Bool { self == .appearAboveAnother || self == .endAboveAnother }

  /// Whether the session has a scene before, and is therefore saved.
  var isSavedBefore: Bool { self != .push && self != .hold }

  /// Whether that scene has appeared.
  var isHeldBefore: Bool { ![.push, .hold, .appear, .appearAboveAnother].contains(self) }

  var isEnd: Bool { self == .end || self == .endAboveAnother }

  /// The client's call.
  var call: String {
    switch self {
    case .push: RawClient.text("Push", RawClient.scene(100))
    case .list: RawClient.text("List")
    case .appear, .appearAboveAnother: RawClient.text("OnAppear", RawClient.first)
    case .disappear: RawClient.text("OnDisappear", RawClient.first)
    case .pop: RawClient.text("PopFrom", RawClient.first)
    case .hold: RawClient.text("Hold", RawClient.scene(100), wantsMore: true)
    case .end, .endAboveAnother: ""
    }
  }

  /// The panel's level without the session.
  var levelWithout: Int { hasAnother ? 5_760 : Machine.userLevel }

  /// The panel's level before the call.
  var levelBefore: Int { isHeldBefore ? 19_200 : levelWithout }

  /// The panel's level after the call.
  var levelWith: Int { [.list, .appear, .hold, .appearAboveAnother].contains(self) ? 19_200 : levelWithout }

  var steps: [String] {
    let session = hasAnother ? "session-2" : "session-1"
    let record = Scenario.replace(session)
    let hold = Scenario.write(19_200, after: Scenario.replace("restore-records"))
    let (mark, reply, stored) = (["mark socket"], ["send socket"], ["send socket"])
    switch self {
    case .push: return mark + stored + record + reply + mark
    case .list: return mark + reply + mark
    case .appear: return mark + record + hold + reply + mark
    case .disappear, .pop:
      return mark + record + Scenario.write(Machine.userLevel) + ["remove state/restore-records"] + reply + mark
    case .hold: return mark + stored + record + mark + hold + reply + record
    case .end, .endAboveAnother:
      let removal = hasAnother ? [] : ["remove state/restore-records"]
      return mark + ["shut socket"] + ["remove state/\(session)", "send socket"] + Scenario.write(levelWithout)
        + removal
    case .appearAboveAnother: return mark + record + Scenario.write(19_200) + reply + mark
    }
  }

  /// Whether the order of the steps is fixed: a hold writes its session's record and its light
  /// concurrently.
  var hasOrder: Bool { self != .hold }

  func comparable(_ steps: [String]) -> [String] { hasOrder ? steps : steps.sorted() }

  /// Each moment between two steps, before the first and after the last.
  static let killPoints = allCases.flatMap { scenario in
    (0...scenario.steps.count).map { SavedSessionKillPoint(scenario, after: $0) }
  }
}

/// The moment of a scenario at which the daemon is killed, by the number of completed steps.
struct SavedSessionKillPoint: CustomTestStringConvertible {
  let scenario: SavedSessionScenario
  private let made: Int

  init(_ scenario: SavedSessionScenario, after made: Int) {
    self.scenario = scenario
    self.made = made
  }

  var moment: String { made < scenario.steps.count ? "before \(made + 1)" : "after \(made)" }

  /// Whether the session survives: its client is connected, its record is written, and no state was
  /// in the daemon alone. Nil if a reported step may not have been completed.
  var survives: Bool? {
    if scenario.isEnd { return false }
    if !scenario.hasOrder, 1..<scenario.steps.count ~= made { return nil }
    let marks = scenario.steps.prefix(made).count { $0 == "mark socket" }
    return marks == 2 || marks == 0 && scenario.isSavedBefore
  }

  var testDescription: String { "\(scenario): \(moment)" }
}
