/// What was heard of a light in one turn of the loop: somebody moved it, or may have.
public struct Stir: Hashable, Sendable {
  public var sources: Set<ChangeSource>
  /// The number of the newest event that tells of a move.
  public var newestMove: UInt64?
  /// Whether systemd is about to write the level that it remembers.
  public var isToBeRestored: Bool

  public init(_ sources: Set<ChangeSource> = [], newestMove: UInt64? = nil, isToBeRestored: Bool = false) {
    self.sources = sources
    self.newestMove = newestMove
    self.isToBeRestored = isToBeRestored
  }

  /// Who moved the light, if one of these did.
  public var mover: ChangeSource { [.hotkey, .sysfs].first(where: sources.contains) ?? .unknown }

  mutating func note(_ event: DeviceEvent) {
    let move = event.source == .unknown ? nil : event.number
    add(Stir([event.source], newestMove: move, isToBeRestored: event.isToBeRestored))
  }

  mutating func add(_ other: Stir) {
    sources.formUnion(other.sources)
    newestMove = [newestMove, other.newestMove].compactMap(\.self).max()
    isToBeRestored = isToBeRestored || other.isToBeRestored
  }
}
