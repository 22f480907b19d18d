import CommandLines
import ControlAPI
import EventLoop

/// What brightnessctl's `set` is given: `50%`, `500`, `+10%`, `10%-`, `+10` or `10-`.
struct DropInValue: Sendable, Hashable {
  enum Direction: Sendable, Hashable {
    case up, down
  }

  enum Amount: Sendable, Hashable {
    case percent(Double)
    case raw(Int)
  }

  let amount: Amount
  /// Nil for where it goes to, not how far.
  let direction: Direction?

  init(_ amount: Amount, _ direction: Direction? = nil) {
    self.amount = amount
    self.direction = direction
  }

  /// The sign may stand on either side; above all there is, is all there is.
  init(word: String) throws(UsageError) {
    let expected = "a value such as 50%, 500, +10%, 10%-, +10 or 10-"
    let wrong = UsageError.wrongValue("set", word.inOneLine(atMost: 40), expected: expected)
    var rest = Substring(word)
    var sign: Character?
    if let first = rest.first, "+-".contains(first) { sign = rest.removeFirst() }
    if sign == nil, let last = rest.last, "+-".contains(last) { sign = rest.removeLast() }
    guard let amount = Self.amount(rest) else { throw wrong }
    if sign != nil, amount.isNothing { throw wrong }
    self.init(amount, sign.map { $0 == "+" ? .up : .down })
  }

  private static func amount(_ text: Substring) -> Amount? {
    if text.last != "%" { return text.first == "+" || text.first == "-" ? nil : Int(text).map(Amount.raw) }
    do throws(LevelExpectation) {
      return .percent(try Double(percentage: String(text)))
    } catch {
      return error == .percentInRange ? .percent(100) : nil
    }
  }
}

extension DropInValue.Amount {
  fileprivate var isNothing: Bool { self == .percent(0) || self == .raw(0) }
}
