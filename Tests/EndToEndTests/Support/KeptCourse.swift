import RawClients
import Testing

/// Something that a client asks for, or its end, where sessions live on; with the steps of which that is made.
enum KeptCourse: String, CaseIterable {
  case push, list, appear, disappear, pop, hold, end, appearAboveAnother, endAboveAnother

  /// Whether another session has a claim on the light that counts less.
  var hasAnother: Bool { self == .appearAboveAnother || self == .endAboveAnother }

  /// Whether the session has a scene before, and is kept for that.
  var isKeptBefore: Bool { self != .push && self != .hold }

  /// Whether that scene has appeared.
  var isHeldBefore: Bool { ![.push, .hold, .appear, .appearAboveAnother].contains(self) }

  var isEnd: Bool { self == .end || self == .endAboveAnother }

  /// What the client asks for.
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

  /// What the panel shows without the session.
  var levelWithout: Int { hasAnother ? 5_760 : Machine.wanted }

  /// What it shows before the client asks for anything.
  var levelBefore: Int { isHeldBefore ? 19_200 : levelWithout }

  /// What it shows when the client has what it asked for.
  var levelWith: Int { [.list, .appear, .hold, .appearAboveAnother].contains(self) ? 19_200 : levelWithout }

  var steps: [String] {
    let session = hasAnother ? "session-2" : "session-1"
    let record = replace(session)
    let (mark, told, stored) = (["mark socket"], ["send socket"], ["send socket"])
    switch self {
    case .push: return mark + stored + record + told + mark
    case .list: return mark + told + mark
    case .appear: return mark + record + replace("restore-records") + write(19_200) + told + mark
    case .disappear, .pop: return mark + record + write(Machine.wanted) + ["remove state/restore-records"] + told + mark
    case .hold: return mark + stored + record + mark + replace("restore-records") + write(19_200) + told + record
    case .end, .endAboveAnother:
      let paid = hasAnother ? [] : ["remove state/restore-records"]
      return mark + ["shut socket"] + ["remove state/\(session)", "send socket"] + write(levelWithout) + paid
    case .appearAboveAnother: return mark + record + write(19_200) + told + mark
    }
  }

  /// The record of a session that holds and the light that it holds are written at once, and how these steps mix is not said.
  var hasOrder: Bool { self != .hold }

  func comparable(_ steps: [String]) -> [String] { hasOrder ? steps : steps.sorted() }

  private func replace(_ file: String) -> [String] {
    ["create state/\(file).new", "write state/\(file).new", "rename state/\(file).new state/\(file)"]
  }

  private func write(_ level: Int) -> [String] {
    ["open panel/brightness", "write panel/brightness \(level)", "cut panel/brightness"]
  }

  /// Each moment between two steps, before the first and after the last.
  static let deaths = allCases.flatMap { course in (0...course.steps.count).map { KeptDeath(course, after: $0) } }
}

/// A daemon's death in a course, when so many steps were made.
struct KeptDeath: CustomTestStringConvertible {
  let course: KeptCourse
  private let made: Int

  init(_ course: KeptCourse, after made: Int) {
    self.course = course
    self.made = made
  }

  var moment: String { made < course.steps.count ? "before \(made + 1)" : "after \(made)" }

  /// Whether the session lives on: its client is there, its record too, and nothing of it was in the daemon alone. Nil where a step that
  /// is told may not be made any more.
  var livesOn: Bool? {
    if course.isEnd { return false }
    if !course.hasOrder, 1..<course.steps.count ~= made { return nil }
    let marks = course.steps.prefix(made).count { $0 == "mark socket" }
    return marks == 2 || marks == 0 && course.isKeptBefore
  }

  var testDescription: String { "\(course): \(moment)" }
}
