import Model

/// A number from 0 to 1 with thirty-six decimals, for products of shares.
///
/// A product is exact as long as its factors have no more decimals than that together, such as eighteen whole percentages.
/// Beyond, it is cut off there, some nine digits times nine below what any light can show.
struct Fraction: Hashable, Comparable, Sendable {
  private static let unitsOfOne = Share.unitsOfAll

  static let zero = Fraction(.nothing)
  static let one = Fraction(.all)

  /// In 10⁻¹⁸.
  private let leading: UInt64
  /// What remains, in 10⁻³⁶.
  private let trailing: UInt64

  private init(leading: UInt64, trailing: UInt64) {
    self.leading = leading
    self.trailing = trailing
  }

  init(_ share: Share) {
    self.init(leading: share.units, trailing: 0)
  }

  /// Without the decimals that a share has no room for.
  var share: Share { Share(units: leading) }

  static func < (left: Fraction, right: Fraction) -> Bool {
    left.leading == right.leading ? left.trailing < right.trailing : left.leading < right.leading
  }

  static func * (left: Fraction, right: Fraction) -> Fraction {
    if left == .one || right == .zero { return right }
    if right == .one || left == .zero { return left }
    let (leading, remainder) = scaledProduct(left.leading, right.leading)
    var trailing = remainder
    if left.trailing != 0 { trailing += scaledProduct(left.trailing, right.leading).quotient }
    if right.trailing != 0 { trailing += scaledProduct(left.leading, right.trailing).quotient }
    let (carry, rest) = trailing.quotientAndRemainder(dividingBy: unitsOfOne)
    return Fraction(leading: leading + carry, trailing: rest)
  }

  private static func scaledProduct(_ left: UInt64, _ right: UInt64) -> (quotient: UInt64, remainder: UInt64) {
    unitsOfOne.dividingFullWidth(left.multipliedFullWidth(by: right))
  }
}
