/// Rows and columns, fitted to a screen.
struct Table: Sendable {
  struct Column: Sendable {
    enum Alignment: Sendable { case left, right }

    let title: String
    var alignment = Alignment.left
  }

  enum Cell: Sendable {
    case text(String, Style = .plain)
    case bar(Bar, Style)

    static let empty = Cell.text("")
  }

  /// A column that may be made narrower where there is no room, down to a width; to 0, that it may be left out.
  struct Sacrifice: Sendable {
    let column: Int
    let width: Int
  }

  private static let gap = 2
  private static let barColumns = 20

  var columns: [Column]
  var rows: [[Cell]]
  /// What is given up first stands first.
  var sacrifices: [Sacrifice] = []
  var hasTitles = true

  /// Its lines, each within the screen.
  func lines(on screen: Screen) -> [String] {
    let widths = widths(on: screen)
    let titles = hasTitles ? [columns.map { Cell.text($0.title, .title) }] : []
    return (titles + rows).map { line($0, widths, screen) }
  }

  private func line(_ row: [Cell], _ widths: [Int], _ screen: Screen) -> String {
    let shown = row.indices.filter { widths[$0] > 0 }
    var line = ""
    for index in shown {
      let isLast = index == shown.last
      line += text(row[index], widths[index], columns[index].alignment, isLast: isLast, screen)
      if !isLast { line += String(repeating: " ", count: Self.gap) }
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private func text(
    _ cell: Cell,
    _ width: Int,
    _ alignment: Column.Alignment,
    isLast: Bool,
    _ screen: Screen
  ) -> String {
    switch cell {
    case .bar(let bar, let style): return style.applied(to: bar.text(columns: width, on: screen), on: screen)
    case .text(let text, let style):
      let text = screen.shown(text).cut(to: width, mark: screen.ellipsis)
      let space = String(repeating: " ", count: width - text.columns)
      let styled = style.applied(to: text, on: screen)
      return alignment == .right ? space + styled : styled + (isLast ? "" : space)
    }
  }
}

extension Table {
  /// The width of each column; 0 for one that is not shown.
  private func widths(on screen: Screen) -> [Int] {
    var widths = columns.indices.map { naturalWidth(of: $0, on: screen) }
    guard let room = screen.columns else { return widths }
    for sacrifice in sacrifices {
      let excess = total(widths) - room
      guard excess > 0 else { break }
      let width = widths[sacrifice.column]
      widths[sacrifice.column] = sacrifice.width == 0 ? 0 : max(min(width, sacrifice.width), width - excess)
    }
    for column in columns.indices { widths[column] -= min(widths[column], max(0, total(widths) - room)) }
    return widths
  }

  private func total(_ widths: [Int]) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0, +) + max(0, shown.count - 1) * Self.gap
  }

  /// A column without anything in it is not shown, nor are bars where there is no terminal.
  private func naturalWidth(of column: Int, on screen: Screen) -> Int {
    let cells = rows.map { row in
      switch row[column] {
      case .text(let text, _): screen.shown(text).columns
      case .bar: screen.columns == nil ? 0 : Self.barColumns
      }
    }
    guard let widest = cells.max(), widest > 0 else { return 0 }
    return hasTitles ? max(widest, columns[column].title.columns) : widest
  }
}

/// A level as a length.
struct Bar: Sendable, Hashable {
  /// From 0 to 1.
  let share: Double

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// So many columns wide; a light that is not off is never shown as nothing.
  func text(columns: Int, on screen: Screen) -> String {
    guard screen.isUnicode else { return inASCII(columns: columns) }
    let parts = filled(of: columns * 8)
    let text = String(repeating: "█", count: parts / 8) + Self.eighths[parts % 8]
    return text + String(repeating: " ", count: columns - (parts + 7) / 8)
  }

  private func inASCII(columns: Int) -> String {
    let parts = filled(of: columns)
    return String(repeating: "#", count: parts) + String(repeating: "-", count: columns - parts)
  }

  private func filled(of parts: Int) -> Int {
    let exact = min(max(share, 0), 1) * Double(parts)
    return exact > 0 ? max(1, Int(exact.rounded())) : 0
  }
}
