import BrightnessEventLoop
import DDC
import DDCTesting
import HardwareTesting
import Testing

@Suite struct MonitorListTests {
  private static let (dell, gold) = (EDIDBytes("DEL", serialNumber: 777), EDIDBytes("GSM", serialNumber: 5))
  private static let card = MonitorTree.device(of: 1)

  /// Each monitor with its bus, then each unused connector with its reason.
  private static func lines(_ build: (borrowing FakeTree) throws -> Void) throws -> [String] {
    let tree = try FakeTree()
    try build(tree)
    let list = MonitorList(try MonitorFacts.read(under: tree.root))
    return list.monitors.map(line) + list.unused.map(\.description)
  }

  private static func line(_ monitor: Monitor) -> String {
    let bus =
      switch monitor.bus {
      case .known(let number): "i2c-\(number)"
      case .first(let number, otherwise: let other): "i2c-\(number), then i2c-\(other)"
      case .oneOf(let numbers): "one of " + numbers.map { "i2c-\($0)" }.joined(separator: "|")
      }
    return "\(monitor.identity) \(bus)" + (monitor.connector.isLit ? "" : " asleep")
  }

  // amdgpu_dm_initialize_dp_connector and amdgpu_dm_connector_init of Linux 6.12 make both.
  @Test func `the own bus comes before the linked one, which is kept for a passive adapter`() throws {
    let lines = try Self.lines { tree in
      let linked = try tree.addBus(5, "AMDGPU DM i2c hw bus 0", in: Self.card)
      try tree.addConnector("card1-DP-1", Self.dell.bytes, linkedBus: linked)
      try tree.addBus(9, "AMDGPU DM aux hw bus 0", in: MonitorTree.place(of: "card1-DP-1"))
    }

    #expect(lines == ["ddc/DEL-a0b1-777 i2c-9, then i2c-5"])
  }

  @Test func `buses that no connector claims are told apart at the first contact`() throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-DP-1", Self.dell.bytes)
      let linked = try tree.addBus(8, "NVIDIA i2c adapter 8 at 1:00.0", in: Self.card)
      try tree.addConnector("card1-HDMI-A-1", Self.gold.bytes, linkedBus: linked)
      for number in 3...5 { try tree.addBus(number, "NVIDIA i2c adapter \(number) at 1:00.0", in: Self.card) }
      try tree.addBus(6, "NVIDIA i2c adapter 6 at 2:00.0", in: MonitorTree.device(of: 2))
      try tree.addBus(7, "NVIDIA GPU UCSI", in: Self.card)
      try tree.addBus(0, "SMBus PIIX4 adapter port 0", in: "devices/pci0000:00/0000:00:14.0")
    }

    #expect(lines == ["ddc/DEL-a0b1-777 one of i2c-3|i2c-4|i2c-5", "ddc/GSM-a0b1-5 i2c-8"])
  }

  @Test(arguments: ["nvkm-0000:01:00.0-bus-0000", "DisplayLink I2C Adapter", "DPMST"])
  func `the only bus that nothing claims is that of the only monitor without one`(_ name: String) throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-DP-5", Self.dell.bytes)
      try tree.addBus(4, name, in: Self.card)
    }

    #expect(lines == ["ddc/DEL-a0b1-777 i2c-4"])
  }

  @Test func `the only bus of a card that has a panel too may be the panel's`() throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-eDP-1")
      try tree.addConnector("card1-DP-1", Self.dell.bytes)
      try tree.addBus(4, "NVIDIA i2c adapter 4 at 1:00.0", in: Self.card)
    }

    #expect(lines == ["ddc/DEL-a0b1-777 one of i2c-4", "card1-eDP-1 is not used: the panel is built in"])
  }

  @Test func `the buses of hubs are for monitors behind them alone`() throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-DP-5", Self.dell.bytes)
      try tree.addConnector("card1-HDMI-A-1", Self.gold.bytes)
      for (number, name) in [(11, "DPMST"), (12, "DPMST"), (3, "nvkm-0000:01:00.0-bus-0000")] {
        try tree.addBus(number, name, in: Self.card)
      }
    }

    #expect(lines == ["ddc/DEL-a0b1-777 one of i2c-11|i2c-12", "ddc/GSM-a0b1-5 i2c-3"])
  }

  @Test func `without a bus that may be its own a monitor is not used`() throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-DP-1", Self.dell.bytes)
      try tree.addBus(4, "AMDGPU SMU 0", in: Self.card)
      try tree.addBus(5, "NVIDIA i2c adapter 5 at 2:00.0", in: MonitorTree.device(of: 2))
    }

    #expect(lines == ["card1-DP-1 is not used: the driver does not say on which bus it is"])
  }

  @Test(arguments: ["eDP-1", "LVDS-1", "DSI-1"])
  func `a built-in panel is never used`(_ port: String) throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-\(port)", Self.dell.bytes)
      try tree.addBus(4, "AUX A/DDI A/PHY A", in: MonitorTree.place(of: "card1-\(port)"))
    }

    #expect(lines == ["card1-\(port) is not used: the panel is built in"])
  }

  @Test(arguments: ["AMDGPU SMU 0", "SMBus I801 adapter at efa0"])
  func `a bus of the system is never used`(_ name: String) throws {
    let lines = try Self.lines { tree in
      let bus = try tree.addBus(2, name, in: Self.card)
      try tree.addConnector("card1-HDMI-A-1", Self.dell.bytes, linkedBus: bus)
    }

    #expect(lines == ["card1-HDMI-A-1 is not used: other parts of the machine are on its bus i2c-2, '\(name)'"])
  }

  @Test func `a monitor that a driver of the kernel has is not used, and one that was only announced is`() throws {
    let lines = try Self.lines { tree in
      for (connector, bus) in [("card1-DP-1", 4), ("card1-DP-2", 5)] {
        try tree.addConnector(connector, (bus == 4 ? Self.dell : Self.gold).bytes)
        let place = try tree.addBus(bus, "AUX", in: MonitorTree.place(of: connector))
        if bus == 4 { try tree.bind("ddcci", on: bus, at: place) }
        if bus == 5 { try tree.add(FakeDevice("\(place)/5-0037", listing: "bus/i2c/devices")) }
      }
    }

    #expect(
      lines == [
        "ddc/GSM-a0b1-5 i2c-5", "card1-DP-1 is not used: the kernel's driver 'ddcci' has the monitor on bus i2c-4",
      ]
    )
  }

  @Test func `a monitor with a backlight of ddcci is not used`() throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-DP-1", Self.dell.bytes)
      let place = try tree.addBus(4, "AUX", in: MonitorTree.place(of: "card1-DP-1"))
      try tree.add(.backlight("ddcci4", in: "\(place)/4-0037/ddcci4/backlight"))
    }

    #expect(lines == ["card1-DP-1 is not used: the kernel's driver 'ddcci' has the monitor on bus i2c-4"])
  }

  @Test func `a connector with several buses, or a bus of several connectors, is not used`() throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-DP-1", Self.dell.bytes)
      try tree.addBus(4, "AUX", in: MonitorTree.place(of: "card1-DP-1"))
      try tree.addBus(5, "AUX", in: MonitorTree.place(of: "card1-DP-1"))
      let bus = try tree.addBus(6, "gmbus", in: Self.card)
      try tree.addConnector("card1-DVI-I-1", Self.gold.bytes, linkedBus: bus)
      try tree.addConnector("card1-VGA-1", EDIDBytes(serialNumber: 9).bytes, linkedBus: bus)
    }

    #expect(
      lines == [
        "card1-DP-1 is not used: it may be on any of the buses i2c-4, i2c-5",
        "card1-DVI-I-1 is not used: bus i2c-6 is also that of card1-VGA-1",
        "card1-VGA-1 is not used: bus i2c-6 is also that of card1-DVI-I-1",
      ]
    )
  }

  @Test func `a connector without a monitor does not count`() throws {
    let lines = try Self.lines { tree in
      let bus = try tree.addBus(6, "gmbus", in: Self.card)
      try tree.addConnector("card1-DVI-I-1", Self.gold.bytes, linkedBus: bus)
      try tree.addConnector("card1-VGA-1", status: "disconnected", linkedBus: bus)
      try tree.addConnector("card1-Writeback-1", status: "unknown")
      try tree.addConnector("card1-Virtual-1", Self.dell.bytes)
    }

    #expect(lines == ["ddc/GSM-a0b1-5 i2c-6"])
  }

  @Test func `without a picture a monitor sleeps`() throws {
    let lines = try Self.lines { tree in
      for (index, (enabled, dpms)) in [("enabled", "Off"), ("disabled", "On")].enumerated() {
        let connector = "card1-DP-\(index + 1)"
        try tree.addConnector(
          connector,
          EDIDBytes(serialNumber: UInt32(index + 2)).bytes,
          enabled: enabled,
          dpms: dpms
        )
        try tree.addBus(index + 4, "AUX", in: MonitorTree.place(of: connector))
      }
    }

    #expect(lines == ["ddc/DEL-a0b1-2 i2c-4 asleep", "ddc/DEL-a0b1-3 i2c-5 asleep"])
  }

  @Test func `with NVIDIA's driver only dpms says whether there is a picture`() throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-DP-1", Self.dell.bytes, enabled: "disabled")
      try tree.addConnector("card1-DP-2", Self.gold.bytes, enabled: "disabled", dpms: "Off")
      for number in 3...4 { try tree.addBus(number, "NVIDIA i2c adapter \(number) at 1:00.0", in: Self.card) }
      try tree.bind("nvidia", toCard: 1)
    }

    #expect(lines == ["ddc/DEL-a0b1-777 one of i2c-3|i2c-4", "ddc/GSM-a0b1-5 one of i2c-3|i2c-4 asleep"])
  }

  @Test(
    arguments: [
      ([], "the monitor does not say what it is: the EDID is empty"),
      (Array(Self.dell.bytes[..<64]), "the monitor does not say what it is: the EDID has 64 bytes"),
      (EDIDBytes("VLV").bytes, "it is a headset"),
    ] as [([UInt8], String)]
  )
  func `a monitor without a good EDID, and a headset, are not used`(_ edid: [UInt8], _ reason: String) throws {
    let lines = try Self.lines { tree in
      try tree.addConnector("card1-DP-1", edid)
      try tree.addBus(4, "AUX", in: MonitorTree.place(of: "card1-DP-1"))
    }

    #expect(lines == ["card1-DP-1 is not used: \(reason)"])
  }

  @Test func `a screen with a picture is left out unless something else sets it, or it is a headset`() throws {
    let tree = try FakeTree()
    func add(_ connector: String, _ edid: EDIDBytes, buses: [Int], dpms: String = "On") throws {
      try tree.addConnector(connector, edid.bytes, dpms: dpms)
      for bus in buses { try tree.addBus(bus, "AUX", in: MonitorTree.place(of: connector)) }
    }
    try add("card1-DP-1", Self.dell, buses: [])
    try add("card1-DP-2", Self.dell, buses: [], dpms: "Off")
    try add("card1-DP-3", Self.gold, buses: [1, 2])
    try add("card1-DP-4", EDIDBytes("VLV"), buses: [3])
    try add("card1-DP-5", EDIDBytes(serialNumber: 5), buses: [4])
    try tree.bind("ddcci", on: 4, at: MonitorTree.place(of: "card1-DP-5") + "/i2c-4")
    try add("card1-eDP-1", EDIDBytes("AUO"), buses: [6])

    let list = MonitorList(try MonitorFacts.read(under: tree.root))

    #expect(list.unused.count == 6)
    #expect(list.unused.filter(\.leavesScreen).map(\.connector) == ["card1-DP-1", "card1-DP-3"])
  }

  @Test(arguments: ["status", "enabled"], [FakeFile.absent, .text(""), "maybe", .folder, .link("/proc/self/mem")])
  func `what cannot be read of a connector is not known`(name: String, file: FakeFile) throws {
    let tree = try FakeTree()
    try tree.addConnector("card1-eDP-1")
    try tree.put(file, at: "\(MonitorTree.place(of: "card1-eDP-1"))/\(name)")

    let connector = try #require(try MonitorFacts.read(under: tree.root).connectors.first)

    #expect(connector.status == (name == "status" ? .unknown : .connected))
    #expect(connector.isEnabled == (name == "status" ? true : nil))
  }
}
