/// The level of a light for each light in the room: points, with straight lines between them and
/// the outer points' levels beyond. It never falls.
///
/// A lesson of the user puts a point into it. A point of the shape that the light began with stays
/// until a lesson comes near it.
public struct AmbientCurve: Hashable, Codable, Sendable {
  public struct Point: Hashable, Codable, Sendable {
    public let light: AmbientLight
    public let share: Share
    /// Whether the user set this level in this light.
    public let isTaught: Bool

    public init(_ light: AmbientLight, _ share: Share, isTaught: Bool = false) {
      self.light = light
      self.share = share
      self.isTaught = isTaught
    }
  }

  /// The most points that a curve has.
  public static let mostPoints = 12
  /// Points nearer to a lesson than this, one and a half stops, give way to it.
  static let reach = 96
  /// The most that the level rises within a stop of a lesson.
  static let steepest = Share(millionthsOfPercent: 20_000_000)

  /// From 10 % in the dark to all in the light of an overcast day.
  public static let usual = AmbientCurve(
    steps: [(0, 10), (10, 25), (100, 42), (300, 55), (1000, 75), (2500, 88), (10_000, 100)].map { lux, percent in
      Point(AmbientLight(Illuminance(lux: lux)), Share(millionthsOfPercent: percent * 1_000_000))
    }
  )

  /// In the order of their lights, at least one.
  public private(set) var points: [Point]

  private init(steps points: [Point]) { self.points = points }

  /// Nil without points, with too many, or where they are not in order: lights rise, levels do not
  /// fall.
  public init?(_ points: [Point]) {
    guard (1...Self.mostPoints).contains(points.count) else { return nil }
    let isRising = zip(points, points.dropFirst()).allSatisfy { $0.light < $1.light && $0.share <= $1.share }
    guard isRising else { return nil }
    self.points = points
  }

  private enum CodingKeys: CodingKey { case points }

  public init(from decoder: any Decoder) throws {
    let points = try decoder.container(keyedBy: CodingKeys.self).decode([Point].self, forKey: .points)
    guard let curve = AmbientCurve(points) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "its points are in no order"))
    }
    self = curve
  }

  /// Whether a lesson of the user is in it.
  public var isTaught: Bool { points.contains(where: \.isTaught) }

  public func share(at light: AmbientLight) -> Share {
    guard let above = points.firstIndex(where: { $0.light > light }) else { return points[points.count - 1].share }
    guard above > 0 else { return points[0].share }
    let (left, right) = (points[above - 1], points[above])
    let rise = Share(units: right.share.units - left.share.units)
    return left.share.raised(
      by: rise.scaled(by: light.steps - left.light.steps, of: right.light.steps - left.light.steps)
    )
  }

  /// The same shape, higher or lower, so that it has this level in this light: turning on changes
  /// nothing. No level gets below the floor.
  public func moved(to share: Share, in light: AmbientLight, floor: Share) -> AmbientCurve {
    let share = max(share, floor)
    let before = self.share(at: light)
    var moved = AmbientCurve(
      steps: points.map { point in
        let level =
          share >= before
          ? point.share.raised(by: Share(units: share.units - before.units))
          : point.share.lowered(by: Share(units: before.units - share.units))
        return Point(point.light, max(level, floor), isTaught: point.isTaught)
      }
    )
    // Levels that met the floor or the end no longer lie in a line with the others.
    if moved.share(at: light) != share { moved.put(Point(light, share)) }
    return moved
  }

  /// The user set this level in this light. It is what the curve says there from now on.
  ///
  /// Points near by, and those that the order forbids now, go. The others keep their level as far
  /// as the curve gets no steeper towards the lesson than `steepest`: a lesson in the evening says
  /// little about the night, and nothing sudden.
  public mutating func teach(_ share: Share, in light: AmbientLight) {
    let lesson = Point(light, share, isTaught: true)
    points.removeAll { point in
      point.light.distance(to: light) < Self.reach
        || (point.light < light ? point.share > share : point.share < share)
    }
    points = points.map { point in
      let most = Self.steepest.scaled(by: point.light.distance(to: light), of: AmbientLight.stop)
      let level =
        point.light < light ? max(point.share, share.lowered(by: most)) : min(point.share, share.raised(by: most))
      return Point(point.light, level, isTaught: point.isTaught)
    }
    put(lesson)
  }

  /// Puts a point in. Where there are too many, the nearest other one goes, which says least.
  private mutating func put(_ point: Point) {
    points.removeAll { $0.light == point.light }
    if points.count == Self.mostPoints,
      let nearest = points.min(by: { $0.light.distance(to: point.light) < $1.light.distance(to: point.light) })
    {
      points.removeAll { $0.light == nearest.light }
    }
    points.insert(point, at: points.firstIndex { $0.light > point.light } ?? points.count)
  }
}

extension Share {
  /// A part of this share; all of it where the part is the whole or more.
  fileprivate func scaled(by part: Int, of whole: Int) -> Share {
    let product = units.multipliedFullWidth(by: UInt64(part))
    guard product.high < UInt64(whole) else { return .all }
    return Share(units: min(UInt64(whole).dividingFullWidth(product).quotient, Self.unitsOfAll))
  }
}
