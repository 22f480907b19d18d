/// How debts are written down: sealed, and a line for each.
///
/// ```
/// brightnessd debts 1
/// light=backlight/intel_backlight anchor=/sys/… kind=panel raw=400 maximum=1060 share=0.377 off=no
/// end 0123456789abcdef
/// ```
enum DebtText {
  private static let text = SealedText(kind: "debts", version: 1)

  static func bytes(of debts: [Debt]) -> [UInt8] {
    var lines: [UInt8] = []
    for debt in debts { append(debt, to: &lines) }
    return text.bytes(of: lines)
  }

  static func debts(in bytes: [UInt8]) throws(StateFlaw) -> [Debt] {
    var debts: [Debt] = []
    for (index, line) in try text.lines(in: bytes).enumerated() {
      guard let debt = debt(in: line) else { throw .garbled(line: index + 2) }
      if debts.contains(where: debt.isOfSameLight) { throw .twice(line: index + 2) }
      debts.append(debt)
    }
    return debts
  }
}
