import ControlAPI
import EventLoop
import Model

/// Where `watch` shows lights together with their holds.
protocol LiveDisplay {
  func open() throws(Failure)
  func close()
  func handle(_ signal: Signal) throws(Failure)
  func show(_ picture: LiveTable) throws(Failure)
}

/// A custom module of Waybar, which reads an object from each line and hides the module on an empty one.
final class BarModule: LiveDisplay {
  /// The id of the light in the text; nil for the only one that is watched.
  private let light: String?
  private let names: Names
  private var shown = ""

  init(of light: String?, _ names: Names) { (self.light, self.names) = (light, names) }

  func open() {}
  func close() {}
  func handle(_ signal: Signal) {}

  /// Prints the line if it has changed.
  func show(_ picture: LiveTable) throws(Failure) {
    if let interruption = picture.interruption { return Console.printError(interruption) }
    let line = line(picture.overview)
    guard line != shown else { return }
    shown = line
    try Console.print([line])
  }

  func line(_ overview: Overview) -> String {
    guard let light = overview.lights.first(where: { light == nil || $0.id == light }), light.state != .unread else {
      return ""
    }
    // Bars colour problems by class; a restore in progress is none.
    let state = light.isChanging ? LightsInterface.State.free : light.state
    return JSONLine.object([
      ("text", "\(light.wholePercent)%"),
      ("alt", light.kind.rawValue),
      ("tooltip", tooltip(of: light, in: overview).joined(separator: "\n").escapedAsMarkup),
      ("class", state.rawValue),
      ("percentage", light.wholePercent),
    ])
  }

  /// All screens, each above its holds; of a light that is no screen, that light alone.
  private func tooltip(of light: Light, in overview: Overview) -> [String] {
    let lights = light.kind.showsPicture ? overview.lights.filter(\.kind.showsPicture) : [light]
    return lights.flatMap { light in
      let level = light.state == .unread ? "" : " \(light.wholePercent)%"
      let status = overview.status(of: light)
      return ["\(overview.name(of: light))\(level)\(status.isEmpty ? "" : ", \(status)")"]
        + overview.holds(on: light).map {
          "  \($0.state == .inEffect ? "" : "\($0.state.rawValue): ")\($0.level) by \($0.origin(names))"
        }
    }
  }
}

extension Light {
  /// 0 only for a light that is off.
  var wholePercent: Int { Self.wholePercent(level) }

  static func wholePercent(_ level: Double) -> Int { level > 0 ? max(1, level.nearestInteger) : 0 }
}

extension String {
  private static let markup: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]

  /// Waybar reads tooltips as Pango's markup, and shows none where that is wrong.
  fileprivate var escapedAsMarkup: String { unicodeScalars.map { Self.markup[$0] ?? String($0) }.joined() }
}
