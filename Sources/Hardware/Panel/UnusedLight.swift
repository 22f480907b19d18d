import Model

public struct UnusedLight: Hashable, Sendable, CustomStringConvertible {
  public let id: LightID
  public let reason: UnusedReason

  public var description: String { "\(id) is not used: \(reason)" }
}

public enum UnusedReason: Hashable, Sendable, CustomStringConvertible {
  case hasNoSteps
  case isIgnored
  /// The configuration names other lights as the panel.
  case configured([LightID])
  /// Another light drives the same panel and has a better type or name.
  case isBehind(LightID, BacklightType?, own: BacklightType?)
  case isDisconnected(connector: String)
  /// A panel on another graphics card shows the picture.
  case isDark(own: ConnectorState, connector: String?, best: ConnectorState)
  case isUndecided(panels: [String])
  case isUnreadable(LightError)

  public var description: String {
    switch self {
    case .hasNoSteps: "its maximum is 0"
    case .isIgnored: "the configuration ignores it"
    case .configured(let ids): "the configuration names \(list(ids)) as the panel"
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

  private func dark(_ own: ConnectorState, _ connector: String?) -> String {
    guard let connector else { return "its connector is not known" }
    return own == .unknown ? "the state of '\(connector)' is not known" : "'\(connector)' is not enabled"
  }
}

/// Evidence that a connector shows a picture, weakest first.
public enum ConnectorState: Hashable, Sendable, Comparable {
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

  var word: String {
    switch self {
    case .disconnected: "disconnected"
    case .unknown: "not known"
    case .connected: "connected"
    case .enabled: "enabled"
    }
  }
}
