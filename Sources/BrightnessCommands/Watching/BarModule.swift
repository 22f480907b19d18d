import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Commands

/// Where `watch` shows lights together with their holds.
protocol LiveDisplay {
  func open() throws(Failure)
  func close()
  func handle(_ signal: Signal) throws(Failure)
  func show(_ picture: LiveTable) throws(Failure)
}

/// A module of a status bar, which reads lines: plain numbers, or the objects of Waybar's custom
/// modules. An empty line hides it.
final class BarModule: LiveDisplay {
  /// The class of a light that follows the light in the room, beside that of its state.
  private static let automatic = "auto"

  private let isPlain: Bool
  private let names: Names
  /// The line that the bar shows; nil if unknown.
  private var shown: String?

  init(isPlain: Bool, _ names: Names) {
    self.isPlain = isPlain
    self.names = names
  }

  func open() {}
  func close() {}
  func handle(_ signal: Signal) {}

  /// Prints the line if it has changed.
  func show(_ picture: LiveTable) throws(Failure) {
    if let interruption = picture.interruption {
      // A bar may show the message.
      shown = nil
      return Console.printError(interruption)
    }
    let line = line(picture)
    guard line != shown else { return }
    shown = line
    try Console.print([line])
  }

  func line(_ picture: LiveTable) -> String {
    guard let light = picture.chosen else { return "" }
    return isPlain ? light.level(.percent) : object(light, picture)
  }

  private func object(_ light: Light, _ picture: LiveTable) -> String {
    // Bars colour problems by class. A restore in progress is not a problem.
    let state = light.isChanging ? LightsInterface.State.free : light.state
    let classes: any JSONWritable = light.automatic == .on ? [state.rawValue, Self.automatic] : state.rawValue
    return JSONLine.object([
      ("text", "\(light.wholePercent)%"),
      ("alt", light.kind.rawValue),
      ("tooltip", tooltip(of: light, in: picture).joined(separator: "\n").escapedAsMarkup),
      ("class", classes),
      ("percentage", light.wholePercent),
    ])
  }

  /// All screens in question, each with its holds below it; for a light that is not a screen, only
  /// that light.
  private func tooltip(of light: Light, in picture: LiveTable) -> [String] {
    let overview = picture.overview
    let screens = overview.lights.filter { $0.kind.showsPicture && picture.choice.isMeant($0) }
    let lights = light.kind.showsPicture ? screens : [light]
    return lights.flatMap { light in
      let level = light.state == .unread ? "" : " \(light.wholePercent)%"
      let front = ["\(overview.name(of: light))\(level)", overview.status(of: light), light.automaticRemark]
      return [front.filter { !$0.isEmpty }.joined(separator: ", ")]
        + overview.holds(on: light).map {
          "  \($0.state == .inEffect ? "" : "\($0.state.rawValue): ")\($0.level) by \($0.origin(names))"
        }
    }
  }
}

extension Light {
  /// 0 only for a light that is off.
  var wholePercent: Int { Self.wholePercent(level) }

  /// Whether it follows the light in the room; empty if it does not.
  fileprivate var automaticRemark: String {
    switch automatic {
    case .on: "automatic"
    case .paused: "automatic brightness is paused"
    case .off, nil: ""
    }
  }

  static func wholePercent(_ level: Double) -> Int { level > 0 ? max(1, level.nearestInteger) : 0 }
}

extension String {
  private static let markup: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]

  /// Waybar parses tooltips as Pango markup, and shows none if the markup is invalid.
  fileprivate var escapedAsMarkup: String { unicodeScalars.map { Self.markup[$0] ?? String($0) }.joined() }
}
