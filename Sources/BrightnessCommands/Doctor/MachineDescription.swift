import BrightnessEventLoop
import BrightnessVarlink
import Commands

/// Everything on a machine that determines the choice of lights and of monitors' buses, without
/// private data, so that the machine can become a test.
struct MachineDescription {
  /// Stands for `/sys`, without links.
  private let root: String

  init(below root: String) {
    self.root = (try? Folder.resolved(root)) ?? root
  }

  /// A line of JSON.
  var line: String {
    JSONLine.text(
      ("kernel", Kernel.release),
      ("cards", cards),
      ("connectors", connectors),
      ("buses", buses),
      ("backlights", lights("backlight")),
      ("leds", lights("leds"))
    )
  }

  private struct Device: JSONObjectWritable {
    let fields: [JSONLine.Field]

    init(_ fields: JSONLine.Field...) { self.fields = fields }

    func writeFields(to writer: inout JSONWriter) {
      writer.write(fields)
    }
  }

  /// The graphics cards: PCI functions of class 3, and whatever else has connectors.
  private var cards: [Device] {
    let functions = names("bus/pci/devices").map { "bus/pci/devices/\($0)" }.filter {
      text("\($0)/class")?.hasPrefix("0x03") == true
    }
    let owners = connectorNames.map { "class/drm/\($0)/device/device" }
    return Set((functions + owners).compactMap(resolved)).sorted().map { card in
      Device(
        ("path", path(card)),
        ("class", contents("\(card)/class")),
        ("driver", target("\(card)/driver"))
      )
    }
  }

  private var connectors: [Device] {
    var serials = AnonymousSerials()
    return connectorNames.map { name in
      let folder = "class/drm/\(name)"
      let edid = (try? Descriptor.contents(of: "\(root)/\(folder)/edid", upTo: 256 * EDIDText.blockLength)) ?? []
      return Device(
        ("name", name),
        ("path", resolved(folder).map(path)),
        ("status", text("\(folder)/status")),
        ("enabled", text("\(folder)/enabled")),
        ("dpms", text("\(folder)/dpms")),
        ("ddc", target("\(root)/\(folder)/ddc")),
        ("edid", edid.isEmpty ? nil : EDIDText(edid).text(&serials))
      )
    }
  }

  private var connectorNames: [String] {
    names("class/drm").filter { $0.hasPrefix("card") && $0.utf8.contains(UInt8(ascii: "-")) }
  }

  private var buses: [Device] {
    names("bus/i2c/devices").filter { $0.hasPrefix("i2c-") }.map { name in
      let folder = resolved("bus/i2c/devices/\(name)") ?? ""
      return Device(
        ("name", name),
        ("path", path(folder)),
        ("adapter", contents("\(folder)/name")),
        ("driver", target("\(folder)/\(name.dropFirst(4))-0037/driver"))
      )
    }
  }

  private func lights(_ kind: String) -> [Device] {
    names("class/\(kind)").map { name in
      let folder = "class/\(kind)/\(name)"
      return Device(
        ("name", name),
        ("path", resolved(folder).map(path)),
        ("type", text("\(folder)/type")),
        ("maximum", text("\(folder)/max_brightness").flatMap { Int($0) })
      )
    }
  }
}

/// Files below the root; nil or nothing where they cannot be read.
extension MachineDescription {
  private func names(_ folder: String) -> [String] { (try? Folder.names(in: "\(root)/\(folder)")) ?? [] }

  private func text(_ file: String) -> String? { contents("\(root)/\(file)") }

  private func contents(_ path: String) -> String? {
    guard let bytes = try? Descriptor.contents(of: path, upTo: 4096) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private func resolved(_ file: String) -> String? { try? Folder.resolved("\(root)/\(file)") }

  /// The name of a link's target.
  private func target(_ link: String) -> String? {
    (try? Folder.resolved(link)).map { String($0.lastPathComponent) }
  }

  /// A path relative to the root.
  private func path(_ path: String) -> String {
    path.hasPrefix("\(root)/") ? String(path.dropFirst(root.utf8.count + 1)) : path
  }
}
