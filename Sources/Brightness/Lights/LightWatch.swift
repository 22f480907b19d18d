/// What somebody who watches the lights is told of one.
public struct LightReport: Hashable, Sendable {
  /// The light as it is.
  public let light: KnownLight
  /// Why it is told.
  public let cause: LightCause
  /// Counts what this reader was told, from 1 and without a gap.
  public let sequence: Int

  /// Whether the light is told because it changed, and not as it stands.
  public var isChange: Bool { cause != .initial && cause != .gone }
}

/// What a reader knows of the lights, and what it has to be told.
///
/// It is asked after each turn, so that several changes of a light in one turn are told as the one that they come to.
public struct LightWatch: Sendable {
  private let light: LightID?
  /// The lights as they were told of last.
  private var known: [LightID: KnownLight] = [:]
  private var seen = 0
  private var told = 0
  private var hasBegun = false

  /// Watches one light, or all.
  public init(_ light: LightID? = nil) {
    self.light = light
  }

  /// What is to be told now: at first every light as it is, then those that are gone, and those that changed, in the order in
  /// which they did.
  public mutating func reports(of lights: KnownLights.State) -> [LightReport] {
    if hasBegun, lights.changes == seen { return [] }
    let gone = known.values.filter { lights[$0.id] == nil }.sorted { $0.id.description < $1.id.description }
    let news = lights.inOrder.filter { $0.change > seen && (light == nil || $0.id == light) }
    let isFirst = !hasBegun
    (hasBegun, seen) = (true, lights.changes)
    let changed = isFirst ? news : news.sorted { $0.change < $1.change }
    for light in gone { known[light.id] = nil }
    for light in changed { known[light.id] = light }
    return gone.map { report($0, .gone) } + changed.map { report($0, isFirst ? .initial : $0.cause) }
  }

  private mutating func report(_ light: KnownLight, _ cause: LightCause) -> LightReport {
    told += 1
    return LightReport(light: light, cause: cause, sequence: told)
  }
}
