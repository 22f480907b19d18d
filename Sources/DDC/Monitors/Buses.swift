/// The buses of a machine, and which of them leads to which connector.
struct Buses {
  private let connectors: [MonitorConnector]
  private let adapters: [I2CAdapter]

  init(_ facts: MonitorFacts) {
    connectors = facts.connectors
    adapters = facts.adapters
  }

  /// The connector's own bus, or the one that it links to, or those of its card that no connector
  /// claims.
  ///
  /// Buses are unclaimed if their driver does not say whose they are: NVIDIA's own (nv-i2c.c),
  /// nouveau for HDMI, DVI and VGA, evdi for a DisplayLink dock (evdi_i2c.c), and any driver behind
  /// a hub, since `drm_dp_mst_register_i2c_bus` puts those buses below the card
  /// (drm_dp_mst_topology.c of Linux 6.1 and 6.12).
  func choice(for connector: MonitorConnector) -> Result<BusChoice, UnusedMonitorReason> {
    let own = own(of: connector)
    if own.count > 1 { return .failure(.hasSeveralBuses(own.sorted())) }
    if let bus = own.first {
      let other = connector.linkedBus.flatMap { $0 == bus ? nil : $0 }
      return .success(other.map { .first(bus, otherwise: $0) } ?? .known(bus))
    }
    if let bus = connector.linkedBus { return .success(.known(bus)) }
    let possible = unclaimed(by: connector).map(\.number).sorted()
    if possible.isEmpty { return .failure(.hasNoBus) }
    return .success(possible.count == 1 && isAlone(connector) ? .known(possible[0]) : .oneOf(possible))
  }

  /// Whether no other screen, such as a built-in panel, may be on the same buses.
  private func isAlone(_ connector: MonitorConnector) -> Bool {
    !connectors.contains { other in
      other.isConnected && other.place != connector.place && other.card == connector.card && isWithoutBus(other)
        && unclaimed(by: other) == unclaimed(by: connector)
    }
  }

  /// Whether a monitor is reached through a hub, a dock or another monitor.
  func isBehindHub(_ connector: MonitorConnector) -> Bool {
    adapters.contains { $0.isBehindHub && $0.parent == connector.place }
      || isWithoutBus(connector) && unclaimed(by: connector).contains(where: \.isBehindHub)
  }

  private func own(of connector: MonitorConnector) -> [Int] {
    adapters.filter { $0.parent == connector.place }.map(\.number)
  }

  private func isWithoutBus(_ connector: MonitorConnector) -> Bool {
    own(of: connector).isEmpty && connector.linkedBus == nil
  }

  /// The buses of the connector's card that may be its own. Behind a hub all ports are DisplayPort.
  private func unclaimed(by connector: MonitorConnector) -> [I2CAdapter] {
    let linked = Set(connectors.compactMap(\.linkedBus))
    let possible = adapters.filter {
      $0.parent == connector.card && !$0.isSystemBus && $0.driver == nil && !linked.contains($0.number)
    }
    let ofHubs = possible.filter(\.isBehindHub)
    return connector.port.hasPrefix("DP-") && !ofHubs.isEmpty ? ofHubs : possible.filter { !$0.isBehindHub }
  }

  /// The bus, or why it must not be used. If several connectors may have the same buses, the first
  /// contact finds out which one has which.
  func checked(_ choice: BusChoice, _ rivals: [String]) -> Result<BusChoice, UnusedMonitorReason> {
    switch choice {
    case .oneOf: .success(choice)
    case .known(let bus): check(bus, rivals).map { _ in choice }
    case .first(let bus, otherwise: let other):
      check(bus, rivals).map { _ in if case .failure = check(other, []) { .known(bus) } else { choice } }
    }
  }

  private func check(_ number: Int, _ rivals: [String]) -> Result<Void, UnusedMonitorReason> {
    guard let adapter = adapters.first(where: { $0.number == number }) else { return .failure(.hasNoBus) }
    if adapter.isSystemBus { return .failure(.isOnSystemBus(number, name: adapter.name)) }
    if let driver = adapter.driver { return .failure(.hasDriver(driver, bus: number)) }
    return rivals.isEmpty ? .success(()) : .failure(.sharesBus(number, with: rivals))
  }
}
