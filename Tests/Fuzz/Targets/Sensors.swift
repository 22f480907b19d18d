import BrightnessEventLoop
import BrightnessModel
import HardwareTesting

@testable import Hardware

/// The texts of the files of light sensors, separated by NUL. The sensors are found and read.
let sensors: FuzzTarget = { bytes in
  let texts = bytes.parts(between: 0)
  let numbers = texts.compactMap { SensorNumber(attribute: $0) }.sorted { $0.billionths < $1.billionths }
  for text in texts { checkSpelling(text) }
  checkOrder(numbers)
  let tree = try sensorTree.get()
  for (file, text) in zip(sensorFiles, texts) { try tree.put(.text(text), at: file) }
  defer { for file in sensorFiles { try? tree.put(.absent, at: file) } }
  for name in ["iio:device0", "iio:device1", "applesmc"] + texts.prefix(1) {
    check(SensorChoice.find(under: tree.root, SensorSettings(selection: .named(name))), below: tree.root)
  }
  // The first text is the name of a client, too, which may be the only sensor.
  let feeds = texts.prefix(1).compactMap { SensorFeed(named: $0, Illuminance(lux: 3)) }
  check(SensorChoice.find(under: tree.root, SensorSettings(feeds: feeds)), below: tree.root, feeds.count)
  for file in sensorFiles { try tree.put(.absent, at: file) }
  check(SensorChoice.find(under: tree.root, SensorSettings(feeds: feeds)), below: tree.root, feeds.count)
}

/// A number is made of digits, a sign and a point, and is the same without its last zeros.
private func checkSpelling(_ text: String) {
  guard let number = SensorNumber(attribute: text) else { return }
  expect(text.utf8.count <= 21 && text.utf8.allSatisfy("-.0123456789".utf8.contains), "'\(text)' is read as a number")
  let digits = "\(number.billionths.magnitude)"
  let padded = String(repeating: "0", count: max(10 - digits.count, 0)) + digits
  let sign = number.billionths < 0 ? "-" : ""
  let spelling = "\(sign)\(padded.dropLast(9)).\(padded.suffix(9))"
  expect(SensorNumber(attribute: spelling) == number, "'\(text)' is read as \(spelling)")
}

/// A larger number is never a darker light.
private func checkOrder(_ numbers: [SensorNumber]) {
  for scale in numbers.prefix(4) where scale.billionths > 0 {
    for offset in numbers.prefix(4) {
      let lights = numbers.compactMap { Illuminance(raw: $0, offset: offset, scale: scale) }
      expect(zip(lights, lights.dropFirst()).allSatisfy { $0 <= $1 }, "\(numbers) is not in order at scale \(scale)")
      expect(lights.allSatisfy { 0...200_000_000 ~= $0.millilux }, "\(lights) is beyond the sun")
    }
  }
}

/// Each sensor is used or unused, and messages are one short line.
private func check(_ choice: SensorChoice, below root: String, _ feedCount: Int = 0) {
  var messages = choice.unused.map(\.description)
  switch choice.outcome {
  case .none(let reason): messages.append("\(reason)")
  case .found(let first, let others):
    expect(choice.unused.count + others.count + 1 <= 3 + feedCount, "\(choice) has a sensor twice")
    for sensor in [first] + others {
      do throws(LightError) {
        _ = try sensor.light { file throws(LightError) in try file.text() }
      } catch {
        messages.append("\(error)")
      }
    }
  }
  for message in messages {
    expect(message.unicodeScalars.allSatisfy(\.isPlain), "\(message) is not printed as it is")
    expect(message.unicodeScalars.count < 1200 + root.utf8.count, "\(message) is long")
  }
}

private let als = "devices/hid/iio:device0"
private let other = "devices/i2c/iio:device1"
private let mac = "devices/platform/applesmc.768"

/// Each is there if the input has a text for it.
private let sensorFiles = [
  "\(als)/name", "\(als)/in_illuminance_raw", "\(als)/in_illuminance_scale", "\(als)/in_illuminance_offset",
  "\(als)/label", "\(other)/in_illuminance_input", "\(other)/label", "\(mac)/light",
]

private let sensorTree = Result<Files, SystemError> { () throws(SystemError) in
  let tree = Files(root: "\(temporary)/sensors")
  for path in [als, other] { try tree.add(FakeDevice(path, listing: "bus/iio/devices")) }
  try tree.add(FakeDevice(mac, listing: "bus/platform/devices"))
  return tree
}
