@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

@Suite struct SensorChoiceTests {
  @Test func `a machine without a sensor says where it looked`() throws {
    let tree = try FakeTree()

    let choice = SensorChoice.find(under: tree.root)

    #expect(choice.sensor == nil)
    #expect(choice.outcome == .none(.notFound(folder: "\(tree.root)/bus/iio/devices")))
    #expect(reason(choice) == "no light sensor was found in '\(tree.root)/bus/iio/devices'")
  }

  @Test func `a folder that cannot be listed is the reason`() throws {
    let tree = try FakeTree()
    try tree.put(.folder, at: "bus/iio")
    try tree.put("", at: "bus/iio/devices")

    let choice = SensorChoice.find(under: tree.root)

    #expect(reason(choice) == "cannot list '\(tree.root)/bus/iio/devices': not a directory")
  }

  @Test func `other devices and triggers are no light sensors`() throws {
    let tree = try FakeTree([
      .lightSensor(0, name: "accel_3d", ["in_accel_x_raw": 3]),
      FakeDevice("devices/trigger0", listing: "bus/iio/devices", files: ["in_illuminance_input": 3]),
      .lightSensor(1, name: "als", ["in_illuminance_raw": 3]),
    ])

    let choice = SensorChoice.find(under: tree.root)

    #expect(choice.sensor == LightSensor(name: "als", device: "iio:device1", unit: .lux))
    #expect(choice.unused == [])
  }

  /// From the worst to the best.
  @Test func `the best attribute decides, whatever the numbers of the devices`() throws {
    let attributes = [
      "in_intensity_clear_raw", "in_intensity_both_raw", "in_illuminance_clear_raw", "in_illuminance0_raw",
      "in_illuminance_raw", "in_illuminance0_input", "in_illuminance_input",
    ]
    let tree = try FakeTree()

    for (number, attribute) in attributes.enumerated() {
      try tree.add(.lightSensor(number, name: "n\(number)", [attribute: 3]))
      let choice = SensorChoice.find(under: tree.root)

      #expect(choice.sensor?.device == "iio:device\(number)")
      #expect(choice.sensor?.unit == (number < 2 ? .unknown : .lux))
      #expect(choice.unused.map(\.sensor.name) == (0..<number).map { "n\($0)" })
    }
  }

  @Test func `a sensor beside the keyboard comes last`() throws {
    let tree = try FakeTree([
      .lightSensor(0, name: "cros-ec-light", ["in_illuminance_input": 9, "label": "als-base"]),
      .lightSensor(1, name: "cros-ec-light", ["in_intensity_clear_raw": 3, "label": "als-display"]),
    ])

    let choice = SensorChoice.find(under: tree.root)

    #expect(choice.sensor?.device == "iio:device1")
    #expect(
      choice.unused.map(\.description) == [
        "'iio:device0' (cros-ec-light) is not used: it is beside the keyboard, and 'iio:device1' is not"
      ]
    )
  }

  @Test func `a sensor beside the keyboard is better than none`() throws {
    let tree = try FakeTree([.lightSensor(0, ["in_illuminance_input": 9, "label": "als-base"])])

    #expect(SensorChoice.find(under: tree.root).sensor?.device == "iio:device0")
  }

  @Test func `sensors of the same kind are used together`() throws {
    let tree = try FakeTree([
      .lightSensor(0, ["in_illuminance_raw": 3]), .lightSensor(1, ["in_illuminance_raw": 4]),
      .lightSensor(2, ["in_intensity_both_raw": 5]),
    ])

    let choice = SensorChoice.find(under: tree.root)

    guard case .found(let first, let others) = choice.outcome else {
      Issue.record("\(choice)")
      return
    }
    #expect(([first] + others).map(\.sensor.device) == ["iio:device0", "iio:device1"])
    #expect(
      choice.unused.map(\.description) == ["'iio:device2' (als) is not used: 'iio:device0' gives better numbers"]
    )
  }

  @Test(arguments: ["outside", "iio:device1"])
  func `the configuration names a sensor or a device`(name: String) throws {
    let tree = try FakeTree([
      .lightSensor(0, ["in_illuminance_input": 3]), .lightSensor(1, name: "outside", ["in_intensity_both_raw": 3]),
    ])

    let choice = SensorChoice.find(under: tree.root, SensorSettings(selection: .named(name)))

    #expect(choice.sensor == LightSensor(name: "outside", device: "iio:device1", unit: .unknown))
    #expect(
      choice.unused.map(\.description) == ["'iio:device0' (als) is not used: the configuration names '\(name)'"]
    )
  }

  @Test func `a configured sensor that is not there is not replaced`() throws {
    let tree = try FakeTree([.lightSensor(0, ["in_illuminance_input": 3])])

    let choice = SensorChoice.find(under: tree.root, SensorSettings(selection: .named("tsl\u{1B}")))

    #expect(reason(choice) == #"no light sensor in '\#(tree.root)/bus/iio/devices' is named 'tsl\u{1B}'"#)
    #expect(choice.unused.count == 1)
  }

  @Test func `the configuration may turn sensors off`() throws {
    let tree = try FakeTree([.lightSensor(0, ["in_illuminance_input": 3])])

    let choice = SensorChoice.find(under: tree.root, SensorSettings(selection: .off))

    #expect(reason(choice) == "the configuration says that none is used")
    #expect(
      choice.unused.map(\.description) == [
        "'iio:device0' (als) is not used: the configuration says that none is used"
      ]
    )
  }

  @Test func `a name is one short line, and a device without one has its device's`() throws {
    let tree = try FakeTree([
      .lightSensor(0, name: "a\u{1B}" + String(repeating: "x", count: 100), ["in_illuminance_input": 3]),
      .lightSensor(1, ["in_illuminance_input": 3]).with(["name": .absent]),
    ])

    let names = (0...1).map { number in
      SensorChoice.find(under: tree.root, SensorSettings(selection: .named("iio:device\(number)"))).sensor?.name
    }

    #expect(names == [#"a\u{1B}"# + String(repeating: "x", count: 62) + "…", "iio:device1"])
  }

  @Test func `the sensors of a MacBook are the last choice`() throws {
    let mac = FakeDevice("devices/platform/applesmc.768", listing: "bus/platform/devices", files: ["light": "(3,9)"])
    let tree = try FakeTree([mac])
    let alone = SensorChoice.find(under: tree.root)

    try tree.add(.lightSensor(0, ["in_intensity_clear_raw": 3]))
    let both = SensorChoice.find(under: tree.root)

    #expect(alone.sensor == LightSensor(name: "applesmc", device: "applesmc.768", unit: .unknown))
    #expect(try light(of: alone) == 9000)
    #expect(both.sensor?.device == "iio:device0")
    #expect(both.unused.map(\.sensor.name) == ["applesmc"])
  }

  @Test(arguments: ["", "()", "(1)", "(1,2,3)", "1,2", "(1,2", "(a,b)", "(1,)", "(-1,2)", "[1,2]"])
  func `another text of a MacBook is no light`(text: String) throws {
    let mac = FakeDevice("devices/platform/applesmc.768", listing: "bus/platform/devices")
      .with(["light": .text(text)])
    let tree = try FakeTree([mac])

    let error = #expect(throws: LightError.self) { try light(of: SensorChoice.find(under: tree.root)) }

    let path = tree.path("\(mac.path)/light")
    #expect(error == .unexpected(path: path, found: text, wanted: "two numbers in parentheses"))
  }

  /// Each row has the files of a device, and its light in thousandths of a lux.
  @Test(
    arguments: [
      (["in_illuminance_input": "310"], 310_000),
      (["in_illuminance_input": "310.25", "in_illuminance_scale": "0.001", "in_illuminance_offset": "7"], 310_250),
      (["in_illuminance_raw": "7056"], 7_056_000),
      (["in_illuminance_raw": "7056", "in_illuminance_scale": "0.001"], 7056),
      (["in_illuminance_raw": "7056", "in_illuminance_scale": "0.001", "in_illuminance_offset": "-56"], 7000),
      (["in_illuminance0_raw": "10", "in_illuminance0_scale": "2", "in_illuminance_scale": "3"], 20_000),
      (["in_illuminance0_raw": "10", "in_illuminance_scale": "3", "in_illuminance0_offset": "1"], 33_000),
      (["in_illuminance_clear_raw": "10", "in_illuminance_scale": "3"], 30_000),
      (["in_intensity_both_raw": "10", "in_illuminance_scale": "3", "in_intensity_scale": "0.5"], 5000),
      // Applied by the hardware already.
      (["in_illuminance_raw": "10", "in_illuminance_calibscale": "3", "in_illuminance_calibbias": "9"], 10_000),
    ]
  )
  func `a reading has its channel's scale and offset, or those that channels share`(
    files: [String: String],
    millilux: Int
  ) throws {
    let tree = try FakeTree([.lightSensor(0, files.mapValues { .text($0 + "\n") })])

    #expect(try light(of: SensorChoice.find(under: tree.root)) == millilux)
  }

  @Test(arguments: ["0", "0.0", "-1"])
  func `a scale that would make each light dark is refused`(scale: String) throws {
    let files: [String: FakeFile] = ["in_illuminance_raw": 3, "in_illuminance_scale": .text(scale)]
    let tree = try FakeTree([.lightSensor(0, files)])

    let error = #expect(throws: LightError.self) { try light(of: SensorChoice.find(under: tree.root)) }

    let path = "\(tree.root)/bus/iio/devices/iio:device0/in_illuminance_scale"
    #expect(error?.description == "cannot read '\(path)': it holds '\(scale)' and not a number above 0")
  }

  private func reason(_ choice: SensorChoice) -> String? {
    if case .none(let reason) = choice.outcome { "\(reason)" } else { nil }
  }

  private func light(of choice: SensorChoice) throws -> Int? {
    guard case .found(let sensor, _) = choice.outcome else { return nil }
    return try sensor.light { file throws(LightError) in try file.text() }.millilux
  }
}
