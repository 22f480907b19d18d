/// What has to be true of a light from now on.
public struct LightOrder: Hashable, Sendable {
  /// The fastest that a light is stepped.
  public static let shortestStep = Duration.seconds(1) / 30

  /// A level on the way of an order, and for how long it is shown before the next; never less than `shortestStep`.
  public struct Step: Hashable, Sendable {
    public var raw: Int
    public var lasts: Duration

    public init(_ raw: Int, lasts: Duration = .zero) {
      self.raw = raw
      self.lasts = lasts
    }
  }

  /// The steps to write, the last of them the goal; none if only the record is to be put right.
  public var steps: [Step]
  /// What has to be on record before anything is written.
  public var owed: Debt?
  /// Whether the light is brought to where nobody is owed anything: once it was seen there the record is cleared.
  public var isReturn: Bool
  /// The level from which alone the light may be moved, since the decision stands on it.
  public var expecting: Int?

  /// An order is a return if nothing is owed, or if it says so.
  public init(steps: [Step], owed: Debt? = nil, isReturn: Bool? = nil, expecting: Int? = nil) {
    self.isReturn = isReturn ?? (owed == nil)
    self.steps = steps
    self.owed = owed
    self.expecting = expecting
  }

  /// The level at once.
  public static func level(_ raw: Int, owed: Debt? = nil, expecting: Int? = nil) -> LightOrder {
    LightOrder(steps: [Step(raw)], owed: owed, expecting: expecting)
  }

  /// No level: only the record.
  public static func record(_ owed: Debt?) -> LightOrder { LightOrder(steps: [], owed: owed) }
}
