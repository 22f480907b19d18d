/// A wish that counts on one light, and its place among the others.
public struct ClaimInForce: Hashable, Sendable {
  public var wish: Wish
  public var owner: ClaimOwner
  public var place: Place

  public init(_ wish: Wish, owner: ClaimOwner, place: Place) {
    self.wish = wish
    self.owner = owner
    self.place = place
  }

  /// Where a claim stands in the fold: by priority, then by its scene's appearance, then as its scene lists it.
  public struct Place: Hashable, Comparable, Sendable {
    public var priority: Priority
    public var appearance: Int
    public var position: Int

    public init(priority: Priority, appearance: Int, position: Int = 0) {
      self.priority = priority
      self.appearance = appearance
      self.position = position
    }

    public static func < (left: Place, right: Place) -> Bool {
      (left.priority, left.appearance, left.position) < (right.priority, right.appearance, right.position)
    }
  }
}
