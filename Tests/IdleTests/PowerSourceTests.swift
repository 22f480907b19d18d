import BrightnessEventLoop
import HardwareTesting
import Testing

@testable import Idle

@Suite struct PowerSourceTests {
  @Test(
    arguments: [
      ([], PowerSource.mains),
      ([.external(isOnline: true), .battery(isDischarging: true)], .mains),
      ([.external(isOnline: false), .battery(isDischarging: true)], .battery),
      // A port of a graphics card, in a machine without a battery.
      ([.external(isOnline: false)], .mains),
      ([.external(isOnline: false), .external(isOnline: true), .battery(isDischarging: false)], .mains),
      // Just unplugged.
      ([.external(isOnline: false), .battery(isDischarging: false)], .battery),
      ([.battery(isDischarging: true), .battery(isDischarging: false)], .battery),
      ([.battery(isDischarging: false)], .mains),
    ] as [([PowerSupply], PowerSource)]
  )
  func `the supplies of a machine say what it runs on`(supplies: [PowerSupply], source: PowerSource) {
    #expect(PowerSource(of: supplies) == source)
  }

  @Test(
    arguments: [
      (["type": "Mains", "online": 1], .external(isOnline: true)),
      (["type": "USB", "online": 2, "scope": "System"], .external(isOnline: true)),
      (["type": "USB", "online": 0], .external(isOnline: false)),
      (["type": "USB", "online": 1, "scope": "Device"], nil),
      (["type": "Mains"], nil),
      (["type": "Battery", "present": 1, "status": "Discharging"], .battery(isDischarging: true)),
      (["type": "Battery", "present": 1, "status": "Not charging"], .battery(isDischarging: false)),
      (["type": "Battery", "status": "Discharging"], .battery(isDischarging: true)),
      (["type": "Battery", "present": 0, "status": "Discharging"], nil),
      (["type": "Battery", "present": 1, "status": "Discharging", "scope": "Device"], nil),
      (["online": 1], nil),
    ] as [([String: FakeFile], PowerSupply?)]
  )
  func `the files of a supply say what it is, and whether it feeds the machine`(
    files: [String: FakeFile],
    supply: PowerSupply?
  ) throws {
    let tree = try FakeTree([.powerSupply("any", files)])

    #expect(PowerSupply.all(in: tree.path("class/power_supply")) == [supply].compactMap(\.self))
  }

  @Test func `a machine without the folder of power supplies has none`() throws {
    #expect(PowerSupply.all(in: "/nonexistent") == [])
  }
}
