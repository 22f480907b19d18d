/// What has to be true of a light from now on.
public struct LightOrder: Hashable, Sendable {
  /// The fastest that a light is stepped.
  public static let shortestStep = Duration.seconds(1) / 30

  /// The steps to write, the last of them the goal; none if only the record is to be put right.
  public var steps: [Int]
  /// From one step to the next; never less than `shortestStep`.
  public var every: Duration
  /// What has to be on record before anything is written.
  public var owed: Debt?
  /// Whether the light is brought to where nobody is owed anything: once it was seen there the record is cleared.
  public var isReturn: Bool
  /// The level from which alone the light may be moved, since the decision stands on it.
  public var expecting: Int?

  /// An order is a return if nothing is owed, or if it says so.
  public init(
    steps: [Int],
    every: Duration = Self.shortestStep,
    owed: Debt? = nil,
    isReturn: Bool? = nil,
    expecting: Int? = nil
  ) {
    self.isReturn = isReturn ?? (owed == nil)
    self.steps = steps
    self.every = every
    self.owed = owed
    self.expecting = expecting
  }

  /// The level at once.
  public static func level(_ raw: Int, owed: Debt? = nil, expecting: Int? = nil) -> LightOrder {
    LightOrder(steps: [raw], owed: owed, expecting: expecting)
  }

  /// No level: only the record.
  public static func record(_ owed: Debt?) -> LightOrder { LightOrder(steps: [], owed: owed) }
}
