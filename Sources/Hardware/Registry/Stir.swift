/// What was heard of a light in one turn of the loop: somebody moved it, or may have.
public struct Stir: Hashable, Sendable {
  public var sources: Set<ChangeSource>
  /// The number of the newest event that tells of a move.
  public var newestMove: UInt64?

  public init(_ sources: Set<ChangeSource> = [], newestMove: UInt64? = nil) {
    self.sources = sources
    self.newestMove = newestMove
  }

  /// Who moved the light, if one of these did.
  public var mover: ChangeSource { [.hotkey, .sysfs].first(where: sources.contains) ?? .unknown }

  mutating func note(_ event: DeviceEvent) {
    add(Stir([event.source], newestMove: event.source == .unknown ? nil : event.number))
  }

  mutating func add(_ other: Stir) {
    sources.formUnion(other.sources)
    newestMove = [newestMove, other.newestMove].compactMap(\.self).max()
  }
}
