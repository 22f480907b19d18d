/// A light that is not used, and why.
public struct SetAside: Hashable, Sendable, CustomStringConvertible {
  public let id: LightID
  public let reason: Reason

  public enum Reason: Hashable, Sendable {
    case hasNoSteps
    case isIgnored
    case settingsName([LightID])
    /// Another light of its panel, with what makes it the better one.
    case isBehind(LightID, BacklightType?, own: BacklightType?)
    case isDisconnected(connector: String)
    /// Another graphics card's panel is the one with a picture.
    case isDark(own: Standing, connector: String?, best: Standing)
    case isUndecided(panels: [String])
    case isUnreadable(LightError)
  }

  public var description: String { "\(id) is set aside: \(reason)" }
}

extension SetAside.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .hasNoSteps: "its maximum is 0"
    case .isIgnored: "the settings say so"
    case .settingsName(let ids): "the settings name \(list(ids)) as the panel"
    case .isBehind(let winner, let type?, let own?) where type != own:
      "'\(winner)' lights the same panel, and \(type.rawValue) comes before \(own.rawValue)"
    case .isBehind(let winner, _, _): "'\(winner)' lights the same panel, and comes first by its name"
    case .isDisconnected(let connector): "no screen is connected to '\(connector)'"
    case .isDark(let own, let connector, let best): "\(dark(own, connector)), and another panel's is \(best.word)"
    case .isUndecided(let panels): "it may light any of the panels \(list(panels))"
    case .isUnreadable(let error): "\(error)"
    }
  }

  private func list(_ names: [some CustomStringConvertible]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }

  private func dark(_ own: Standing, _ connector: String?) -> String {
    guard let connector else { return "its connector is not known" }
    return own == .unknown ? "the state of '\(connector)' is not known" : "'\(connector)' is not enabled"
  }
}

/// How sure it is that a light's panel shows a picture.
public enum Standing: Int, Hashable, Sendable, Comparable {
  case disconnected
  case unknown
  case connected
  case enabled

  init(_ connector: Connector?) {
    switch (connector?.isConnected, connector?.isEnabled) {
    case (false?, _): self = .disconnected
    case (_, true?): self = .enabled
    case (true?, _): self = .connected
    case (nil, _): self = .unknown
    }
  }

  public static func < (left: Standing, right: Standing) -> Bool { left.rawValue < right.rawValue }

  var word: String {
    switch self {
    case .disconnected: "disconnected"
    case .unknown: "not known"
    case .connected: "connected"
    case .enabled: "enabled"
    }
  }
}
