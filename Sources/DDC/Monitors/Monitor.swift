/// A monitor that can be asked for its brightness.
public struct Monitor: Hashable, Sendable {
  public let identity: MonitorIdentity
  public let connector: MonitorConnector
  public let edid: EDID
  public let bus: BusChoice

  public func at(_ connector: MonitorConnector) -> Monitor {
    Monitor(identity: identity, connector: connector, edid: edid, bus: bus)
  }
}

/// The bus on which a monitor is reached.
public enum BusChoice: Hashable, Sendable {
  case known(Int)
  /// The first, or the second if the first refuses messages. amdgpu and radeon have two buses for a
  /// DisplayPort: a monitor uses the first, a passive adapter to HDMI or DVI the second.
  case first(Int, otherwise: Int)
  /// One of these. Only reading the EDID on each bus can tell which, and that is a message, so the
  /// first contact does it.
  case oneOf([Int])
}

/// A connector with a monitor that is not used.
public struct UnusedMonitor: Hashable, Sendable, CustomStringConvertible {
  public let connector: String
  public let reason: UnusedMonitorReason
  public let isLit: Bool

  /// Whether a screen that shows a picture cannot be controlled although it should be.
  public var leavesScreen: Bool { isLit && reason.isFault }

  public var description: String { "\(connector) is not used: \(reason)" }
}

public enum UnusedMonitorReason: Error, Hashable, Sendable, CustomStringConvertible {
  case isBuiltIn
  case hasNoEDID(EDIDFlaw)
  case isHeadset
  case hasNoBus
  case hasSeveralBuses([Int])
  /// Other connectors have the same bus.
  case sharesBus(Int, with: [String])
  case isOnSystemBus(Int, name: String)
  case hasDriver(String, bus: Int)
  /// Another connector leads to the same monitor.
  case isSeenTwice(at: String)

  /// Whether nothing else can set the brightness.
  var isFault: Bool {
    switch self {
    case .hasNoEDID, .hasNoBus, .hasSeveralBuses, .sharesBus, .isOnSystemBus: true
    case .isBuiltIn, .isHeadset, .hasDriver, .isSeenTwice: false
    }
  }

  public var description: String {
    switch self {
    case .isBuiltIn: "the panel is built in"
    case .hasNoEDID(let flaw): "the monitor does not say what it is: \(flaw)"
    case .isHeadset: "it is a headset"
    case .hasNoBus: "the driver does not say on which bus it is"
    case .hasSeveralBuses(let buses):
      "it may be on any of the buses \(buses.map { "i2c-\($0)" }.joined(separator: ", "))"
    case .sharesBus(let bus, let others): "bus i2c-\(bus) is also that of \(others.joined(separator: ", "))"
    case .isOnSystemBus(let bus, let name): "other parts of the machine are on its bus i2c-\(bus), '\(name)'"
    case .hasDriver(let driver, let bus): "the kernel's driver '\(driver)' has the monitor on bus i2c-\(bus)"
    case .isSeenTwice(let other): "it is the monitor of \(other)"
    }
  }
}

extension EDIDFlaw: CustomStringConvertible {
  public var description: String {
    switch self {
    case .isEmpty: "the EDID is empty"
    case .isTruncated(let count): "the EDID has \(count) bytes"
    case .hasNoHeader: "the EDID does not begin like one"
    case .hasWrongChecksum: "the checksum of the EDID is wrong"
    case .hasNoManufacturer: "the EDID names no manufacturer"
    }
  }
}
