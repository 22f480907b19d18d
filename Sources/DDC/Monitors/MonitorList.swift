/// The monitors of a machine, and the connectors with a screen that are not used.
///
/// A pure function of the files: listing monitors sends them nothing.
public struct MonitorList: Hashable, Sendable {
  public private(set) var monitors: [Monitor] = []
  public private(set) var unused: [UnusedMonitor] = []

  /// No monitors.
  public init() {}

  public init(_ facts: MonitorFacts) {
    let buses = Buses(facts)
    let candidates = withoutDuplicates(readable(facts.connectors), buses)
    let identities = MonitorIdentity.all(candidates.map(\.edid), at: Self.places(candidates.map(\.connector)))
    let choices = candidates.map { buses.choice(for: $0.connector) }
    for (index, candidate) in candidates.enumerated() {
      let others = choices.indices.filter { $0 != index && choices[$0] == choices[index] }
      let rivals = others.map { candidates[$0].connector.name }
      switch choices[index].flatMap({ buses.checked($0, rivals) }) {
      case .failure(let reason): reject(candidate.connector, reason)
      case .success(let bus):
        let monitor = Monitor(
          identity: identities[index],
          connector: candidate.connector,
          edid: candidate.edid,
          bus: bus
        )
        monitors.append(monitor)
      }
    }
    unused.sort { $0.connector < $1.connector }
  }

  private struct Candidate {
    let connector: MonitorConnector
    let edid: EDID
  }

  /// The connectors with a monitor whose EDID can be parsed.
  private mutating func readable(_ connectors: [MonitorConnector]) -> [Candidate] {
    connectors.sorted { $0.name < $1.name }.compactMap { connector in
      guard connector.isConnected else { return nil }
      guard !connector.isBuiltIn else { return reject(connector, .isBuiltIn) }
      guard connector.takesMonitors else { return nil }
      do throws(EDIDFlaw) {
        let edid = try EDID(connector.edid)
        return edid.isHeadset ? reject(connector, .isHeadset) : Candidate(connector: connector, edid: edid)
      } catch {
        return reject(connector, .hasNoEDID(error))
      }
    }
  }

  /// Drops a candidate whose monitor is better reached by another connector.
  ///
  /// Two connectors of one card that show the same EDID, serial number included, may be two
  /// monitors or one: behind a hub the kernel shows a monitor at a connector of its own, and some
  /// drivers leave it at the card's too. If one of them shows no picture, or only one is behind a
  /// hub, they count as one monitor; if both show a picture, as two.
  private mutating func withoutDuplicates(_ candidates: [Candidate], _ buses: Buses) -> [Candidate] {
    func rank(_ candidate: Candidate) -> Int {
      (candidate.connector.isLit ? 2 : 0) + (buses.isBehindHub(candidate.connector) ? 1 : 0)
    }
    return candidates.filter { candidate in
      guard candidate.edid.serial != nil else { return true }
      let better = candidates.first { other in
        other.connector.card == candidate.connector.card && other.connector.edid == candidate.connector.edid
          && rank(other) > rank(candidate)
      }
      guard let better else { return true }
      reject(candidate.connector, .isSeenTwice(at: better.connector.name))
      return false
    }
  }

  /// The ports; the full names of connectors if two cards have a port of the same name.
  private static func places(_ connectors: [MonitorConnector]) -> [String] {
    let ports = connectors.map(\.port)
    return connectors.map { connector in
      ports.count { $0 == connector.port } > 1 ? connector.name : connector.port
    }
  }

  /// Always nil, so that a closure may end with it.
  @discardableResult
  private mutating func reject(_ connector: MonitorConnector, _ reason: UnusedMonitorReason) -> Candidate? {
    unused.append(UnusedMonitor(connector: connector.name, reason: reason, isLit: connector.isLit))
    return nil
  }
}
