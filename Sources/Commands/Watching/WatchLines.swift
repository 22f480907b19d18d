import ControlAPI

/// In which form changes are told.
enum WatchForm: Sendable, Hashable {
  /// The table, alive on a terminal.
  case table
  /// A line for people, or for a pipe.
  case line
  case json
  /// What the status bar Waybar reads from a program.
  case waybar

  /// A change in one line; none for the table.
  func line(_ news: LightsInterface.Watch.Reply) -> String? {
    switch self {
    case .table: nil
    case .line: "\(news.light.id) \(news.light.level(.written)) \(news.cause.rawValue)"
    case .json:
      JSONLine.text(
        ("sequence", news.sequence),
        ("cause", news.cause),
        ("pid", news.pid),
        ("light", news.light)
      )
    case .waybar: news.light.asWaybar(isGone: news.cause == .gone)
    }
  }
}

extension LightsInterface.Light {
  /// The object that Waybar's custom modules take; of a light that is gone, an empty one, which hides the module.
  fileprivate func asWaybar(isGone: Bool) -> String {
    if isGone { return JSONLine.bare(("text", "")) }
    let trouble = reason.map { ": \($0)" } ?? ""
    // A bar has a colour for trouble: a light that has still to come to its base is in none before something stands in its way.
    let standing = isOnItsWay ? LightsInterface.Standing.free : standing
    return JSONLine.bare(
      ("text", level.inPercent),
      ("alt", kind.rawValue),
      ("tooltip", "\(id): \(level.inPercent), \(standing.rawValue)\(trouble)"),
      ("class", standing.rawValue),
      ("percentage", level > 0 ? max(1, Int(level.rounded())) : 0)
    )
  }
}
