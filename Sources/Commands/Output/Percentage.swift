extension Double {
  /// The nearest integer, within limits: we do not rely on a daemon's numbers to be in range.
  package var nearestInteger: Int { isNaN ? 0 : Int(min(max(rounded(), -1e15), 1e15)) }

  /// A percentage with two decimals, or with as many as it takes to differ from 0.
  package var asPercentage: String {
    if !(magnitude < 1e6) { return "\(self)" }
    var scale = 100.0
    while self > 0, (self * scale).rounded() == 0, scale < 10_000_000 { scale *= 10 }
    let rounded = (self * scale).rounded()
    let whole = Int(rounded / scale)
    var digits = String(Int(scale) + Int(rounded) - whole * Int(scale)).utf8.dropFirst()
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return digits.isEmpty ? "\(whole)" : "\(whole).\(Substring(digits))"
  }

  package var inPercent: String { "\(asPercentage)%" }
}
