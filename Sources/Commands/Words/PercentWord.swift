extension Double {
  /// A percentage without its sign: two decimals, or as many more as a light needs that is not quite off.
  var asPercentage: String {
    var decimals = 2
    var scale = 100.0
    while self > 0, (self * scale).rounded() == 0, decimals < 7 {
      decimals += 1
      scale *= 10
    }
    let rounded = (self * scale).rounded()
    let whole = Int(rounded / scale)
    var digits = String(Int(scale) + Int(rounded) - whole * Int(scale)).utf8.dropFirst()
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    return digits.isEmpty ? "\(whole)" : "\(whole).\(Substring(digits))"
  }

  /// As people write it: `50.5%`.
  var inPercent: String { "\(asPercentage)%" }
}
