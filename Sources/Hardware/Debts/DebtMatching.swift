/// Which light owes which debt, now that lights may have come back under other names.
public struct DebtMatching: Hashable, Sendable {
  /// A debt, and the light that owes it.
  public struct Match: Hashable, Sendable {
    public let debt: Debt
    public let light: LightID
    let anchor: String

    /// The debt as it would be recorded of the light today.
    public var debtHere: Debt {
      var debt = debt
      (debt.light, debt.anchor) = (light, anchor)
      return debt
    }
  }

  public private(set) var matches: [Match] = []
  /// Debts whose light is not there.
  public private(set) var unmatched: [Debt]

  private var free: [LightFacts]

  /// Each rule looks at what those before it left over, and decides nothing where it would have to choose, so that no order of
  /// debts or lights matters:
  ///
  /// 1. The light of this name in this place.
  /// 2. The only light of its class in this place, if this is the only debt there: the name has changed.
  /// 3. Of the LEDs the one of this name with as many steps, if none is left in the debt's place: the place has changed. The
  ///    device above an LED has a new number each time it is plugged in, while a backlight hangs on a socket: of the same
  ///    name on another one it is another light.
  public init(_ debts: [Debt], among lights: some Sequence<LightFacts>) {
    unmatched = debts
    free = Array(lights)
    match { debt, light in debt.light == light.id && debt.anchor == light.place.anchor }
    match { debt, light in debt.isOwed(inPlaceOf: light) }
    let places = free
    match { debt, light in
      debt.light == light.id && light.id.subsystem == .leds && debt.maximum == light.maximum
        && !places.contains(where: debt.isOwed(inPlaceOf:))
    }
  }

  /// Takes the pairs of which neither side has another choice.
  private mutating func match(_ fits: (Debt, LightFacts) -> Bool) {
    let pairs = unmatched.compactMap { debt -> Match? in
      let lights = free.filter { fits(debt, $0) }
      guard lights.count == 1, unmatched.count(where: { fits($0, lights[0]) }) == 1 else { return nil }
      return Match(debt: debt, light: lights[0].id, anchor: lights[0].place.anchor)
    }
    matches += pairs
    unmatched.removeAll { debt in pairs.contains { $0.debt == debt } }
    free.removeAll { light in pairs.contains { $0.light == light.id } }
  }
}

extension Debt {
  fileprivate func isOwed(inPlaceOf light: LightFacts) -> Bool {
    self.light.subsystem == light.id.subsystem && anchor == light.place.anchor
  }
}
