import BrightnessModel

/// Limits how often documents count. A few of each controller do in each second; of those beyond,
/// the newest of each hold waits, since it replaces those before it.
struct DocumentTraffic: Sendable {
  struct Document: Sendable {
    let key: HoldKey
    let payload: [UInt8]
    /// The lease counts from the arrival.
    let arrival: Moment

    var controller: FleetName { key.session.controller }
  }

  enum Verdict: Sendable {
    case counts, waits, refused
  }

  static let aSecond = 10
  /// Controllers whose documents are counted. An access list of a broker names fewer.
  static let mostControllers = 1024

  private var budgets: [FleetName: Budget] = [:]
  /// In the order in which the first document of each hold came.
  private(set) var waiting: [Document] = []

  var controllers: Int { budgets.count }

  /// When the next document that waits counts.
  var nextDocument: Moment? { waiting.compactMap { budgets[$0.controller]?.ready }.min() }

  /// - Parameters:
  ///   - most: Documents that may wait.
  ///   - mostOfController: Documents of one controller that may wait.
  mutating func admit(_ document: Document, most: Int, mostOfController: Int) -> Verdict {
    let now = document.arrival
    if budgets[document.controller] == nil, budgets.count >= Self.mostControllers {
      budgets = budgets.filter { !$0.value.isFull(at: now) }
      if budgets.count >= Self.mostControllers { return .refused }
    }
    if useBudget(of: document.controller, at: now) { return .counts }
    if let index = waiting.firstIndex(where: { $0.key == document.key }) {
      waiting[index] = document
      return .waits
    }
    let ofController = waiting.count { $0.controller == document.controller }
    guard waiting.count < most, ofController < mostOfController else { return .refused }
    waiting.append(document)
    return .waits
  }

  /// The next document that waited and counts now.
  mutating func takeDue(at now: Moment) -> Document? {
    guard let next = nextDocument, next <= now,
      let index = waiting.firstIndex(where: { useBudget(of: $0.controller, at: now) })
    else { return nil }
    return waiting.remove(at: index)
  }

  mutating func drop(_ session: RemoteSession) { waiting.removeAll { $0.key.session == session } }

  private mutating func useBudget(of controller: FleetName, at now: Moment) -> Bool {
    var budget = budgets[controller] ?? Budget(burst: Self.aSecond, interval: .seconds(1) / Self.aSecond, at: now)
    guard budget.ready <= now else { return false }
    budget.use(at: now)
    budgets[controller] = budget
    return true
  }
}
