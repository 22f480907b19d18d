import BrightnessEventLoop
import BrightnessModel
import DDC

/// Where to see whether a panel of the machine is lit. While none is, the lid may be closed.
struct PanelPicture: Hashable, Sendable {
  private enum Evidence: Hashable {
    case connectors([MonitorConnector])
    /// `bl_power` of the panels' lights, for a driver without connectors.
    case power([AttributeFile])
    /// The machine has no panel, or none that says whether it is lit.
    case none
  }

  private let evidence: Evidence

  /// Finds the panels below a folder that stands for `/sys`.
  static func find(under root: String) -> PanelPicture {
    let all = (try? MonitorFacts.read(below: root))?.connectors ?? []
    let connectors = all.filter { $0.mayBePanel && $0.status != .disconnected }
    if !connectors.isEmpty { return PanelPicture(evidence: .connectors(connectors)) }
    let power = powerFiles(under: root)
    return PanelPicture(evidence: power.isEmpty ? .none : .power(power))
  }

  private static func powerFiles(under root: String) -> [AttributeFile] {
    let folder = "\(root)/class/backlight"
    let names = (try? Folder.names(in: folder)) ?? []
    return names.compactMap { name in
      let light = try? DiscoveredLight.read(LightID(.backlight, name), under: root)
      let file = AttributeFile(path: "\(folder)/\(name)/bl_power")
      return light?.kind == .panel && file.exists ? file : nil
    }
  }

  /// Whether a panel is lit now. These files are in the kernel's memory.
  var isLit: Bool {
    switch evidence {
    case .connectors(let connectors): connectors.contains(where: \.isLitNow)
    // 0 is FB_BLANK_UNBLANK of linux/fb.h.
    case .power(let files): files.contains { (try? $0.text()) == "0" }
    case .none: true
    }
  }
}
