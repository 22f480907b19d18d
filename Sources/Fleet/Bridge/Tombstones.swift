import BrightnessModel

/// Sessions that have ended, so that a document that was overtaken by the end of its session does
/// not begin its hold again. They only make ends prompt: such a hold would end with its lease.
struct Tombstones: Sendable {
  static let lifetime = Duration.seconds(120)
  static let most = 1024

  private var ends: [RemoteSession: Moment] = [:]
  /// The sessions in the order of their ends. One that ended again is here twice.
  private var order: [(session: RemoteSession, end: Moment)] = []

  var count: Int { ends.count }

  func contains(_ session: RemoteSession, at now: Moment) -> Bool {
    ends[session].map { now - $0 < Self.lifetime } ?? false
  }

  mutating func add(_ session: RemoteSession, at now: Moment) {
    ends[session] = now
    order.append((session, now))
    // When full, drops the older half at once: removing only the oldest would move all others.
    guard order.count > Self.most else { return }
    order = order.suffix(Self.most / 2)
    ends = Dictionary(order.map { ($0.session, $0.end) }) { _, newer in newer }
  }
}
