/// Rows and columns, fitted to a screen.
package struct Table: Sendable {
  package enum Cell: Sendable {
    case text(String, Style = .plain)
    /// A share from 0 to 1 as a bar.
    case bar(Double, Style)
  }

  private static let gap = 2
  private static let barColumns = 20

  /// A way to make the table narrower. It names its column by the title.
  package enum Narrowing: Sendable {
    case cut(String, to: Int)
    case hide(String)
  }

  let titles: [String]
  let rightAligned: Set<String>
  package let rows: [[Cell]]
  /// The ways to make the table fit the screen, in the order in which they are tried.
  let narrowings: [Narrowing]
  let hasHeader: Bool

  package init(
    titles: [String],
    rightAligned: Set<String> = [],
    rows: [[Cell]],
    narrowings: [Narrowing] = [],
    hasHeader: Bool = true
  ) {
    self.titles = titles
    self.rightAligned = rightAligned
    self.rows = rows
    self.narrowings = narrowings
    self.hasHeader = hasHeader
  }

  package func lines(on screen: Screen) -> [String] {
    let widths = widths(on: screen)
    let header = hasHeader ? [titles.map { Cell.text($0, .title) }] : []
    return (header + rows).map { line($0, widths, screen) }
  }

  private func line(_ row: [Cell], _ widths: [Int], _ screen: Screen) -> String {
    let shown = row.indices.filter { widths[$0] > 0 }
    let cells = shown.map {
      text(row[$0], widths[$0], isRight: rightAligned.contains(titles[$0]), isLast: $0 == shown.last, screen)
    }
    var line = cells.joined(separator: String(repeating: " ", count: Self.gap))
    while line.last == " " { line.removeLast() }
    return line
  }

  private func text(_ cell: Cell, _ width: Int, isRight: Bool, isLast: Bool, _ screen: Screen) -> String {
    switch cell {
    case .bar(let share, let style): return style.applied(to: Self.bar(share, columns: width, on: screen), on: screen)
    case .text(let text, let style):
      let text = screen.shown(text).cut(to: width, mark: screen.ellipsis)
      let space = String(repeating: " ", count: width - text.columns)
      let styled = style.applied(to: text, on: screen)
      return isRight ? space + styled : styled + (isLast ? "" : space)
    }
  }

  /// The width of each column; 0 for one that is not shown.
  private func widths(on screen: Screen) -> [Int] {
    var widths = titles.indices.map { naturalWidth(of: $0, on: screen) }
    guard let room = screen.columns else { return widths }
    for narrowing in narrowings {
      let excess = total(widths) - room
      guard excess > 0 else { break }
      switch narrowing {
      case .cut(let title, let least):
        let column = column(title)
        widths[column] = max(min(widths[column], least), widths[column] - excess)
      case .hide(let title): widths[column(title)] = 0
      }
    }
    for column in titles.indices { widths[column] -= min(widths[column], max(0, total(widths) - room)) }
    return widths
  }

  private func column(_ title: String) -> Int {
    guard let column = titles.firstIndex(of: title) else { preconditionFailure("there is no column '\(title)'") }
    return column
  }

  private func total(_ widths: [Int]) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + max(0, shown.count - 1) * Self.gap
  }

  /// The width of the widest cell, or of the title above it; 0 for a column without content, and
  /// for bars if there is no terminal.
  private func naturalWidth(of column: Int, on screen: Screen) -> Int {
    let cells = rows.map { row in
      switch row[column] {
      case .text(let text, _): screen.shown(text).columns
      case .bar: screen.columns == nil ? 0 : Self.barColumns
      }
    }
    guard let widest = cells.max(), widest > 0 else { return 0 }
    return hasHeader ? max(widest, titles[column].columns) : widest
  }

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A bar of a share; any share above 0 is visible.
  private static func bar(_ share: Double, columns: Int, on screen: Screen) -> String {
    let parts = columns * (screen.isUnicode ? 8 : 1)
    let exact = min(max(share, 0), 1) * Double(parts)
    let filled = exact > 0 ? max(1, exact.nearestInteger) : 0
    guard screen.isUnicode else {
      return String(repeating: "#", count: filled) + String(repeating: "-", count: columns - filled)
    }
    return (String(repeating: "█", count: filled / 8) + eighths[filled % 8]).padded(to: columns)
  }
}
