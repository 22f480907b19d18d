/// A JSON object with a number for each name; where a figure has a floor, also that and the ratio
/// to it.
func json(_ figures: [Figure]) -> String {
  let members = figures.flatMap { figure in
    var numbers = [(figure.name, figure.value)]
    if let floor = figure.floor {
      numbers += [("\(figure.name)_floor", floor), ("\(figure.name)_over_floor", figure.value / floor)]
    }
    return numbers.map { name, value in "\"\(name)\": \(rounded(value))" }
  }
  return "{" + members.joined(separator: ", ") + "}"
}

/// A table with limits.
func table(_ figures: [Figure]) -> String {
  let rows = [["figure", "value", "limit", "floor"]] + figures.map(row)
  let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in line(row, widths) }.joined(separator: "\n")
}

private func row(_ figure: Figure) -> [String] {
  let limit = figure.limit.map { "\(figure.isKept ? "" : "✘ ")\($0)" }
  return [figure.name, rounded(figure.value), limit ?? "", figure.floor.map(rounded) ?? ""]
}

private func line(_ row: [String], _ widths: [Int]) -> String {
  let name = row[0] + String(repeating: " ", count: widths[0] - row[0].count)
  let numbers = (1..<4).map { String(repeating: " ", count: widths[$0] - row[$0].count) + row[$0] }
  return ([name] + numbers).joined(separator: "   ")
}

/// At most two decimals, or three for a ratio to something much larger, without trailing zeros.
private func rounded(_ value: Double) -> String {
  let scale = value < 0.1 ? 1_000.0 : 100
  let rounded = (value * scale).rounded() / scale
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

extension Figure {
  var isKept: Bool {
    switch limit {
    case nil: true
    case .atMost(let limit): value <= limit
    case .exactly(let limit): value == limit
    }
  }
}

extension Figure.Limit: CustomStringConvertible {
  var description: String {
    switch self {
    case .atMost(let limit): "≤ \(rounded(limit))"
    case .exactly(let limit): "= \(rounded(limit))"
    }
  }
}
