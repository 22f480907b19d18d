/// Random numbers that a seed determines, so that a failure can be repeated.
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) {
    state = seed
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  public mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  public mutating func oneIn(_ count: Int) -> Bool { number(below: count) == 0 }

  public mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
}
