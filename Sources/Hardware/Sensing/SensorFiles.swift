import BrightnessEventLoop
import BrightnessModel

/// The text of a file, without its last newline.
public typealias AttributeText = @Sendable (AttributeFile) throws(LightError) -> String

/// The files of a light sensor, and how their texts become light.
public struct SensorFiles: Hashable, Sendable {
  public let sensor: LightSensor
  let value: Value

  enum Value: Hashable, Sendable {
    /// In lux, with the driver's scale and offset applied.
    case processed(AttributeFile)
    /// The scale is read again each time, since it changes with the gain of some drivers.
    case raw(AttributeFile, offset: AttributeFile?, scale: AttributeFile?)
    /// The two sensors of a MacBook, as `(left,right)`.
    case pair(AttributeFile)
  }

  /// Reads the light. This may block for seconds, because some drivers wake the sensor and wait for
  /// its answer (`sensor_hub_input_attr_get_raw_value` in drivers/hid/hid-sensor-hub.c of Linux
  /// 6.1).
  func light(_ text: AttributeText) throws(LightError) -> Illuminance {
    switch value {
    case .processed(let file):
      let read = try text(file)
      return try file.light(Illuminance(raw: file.sensorNumber(in: read)), in: read)
    case .raw(let file, let offset, let scale):
      let read = try text(file)
      let raw = try file.sensorNumber(in: read)
      let offset = try offset.map { (file) throws(LightError) in try file.sensorNumber(in: text(file)) }
      let scale = try scale.map { (file) throws(LightError) in try file.scale(in: text(file)) }
      return try file.light(Illuminance(raw: raw, offset: offset ?? .zero, scale: scale ?? .one), in: read)
    case .pair(let file):
      return try file.brighterOfPair(in: text(file))
    }
  }
}

/// Texts read from the file of a sensor.
extension AttributeFile {
  fileprivate func sensorNumber(in text: String) throws(LightError) -> SensorNumber {
    guard let number = SensorNumber(attribute: text.firstLine) else {
      throw .unexpected(path: path, found: text, wanted: SensorNumber.wanted)
    }
    return number
  }

  /// A scale of 0 would make every light dark.
  fileprivate func scale(in text: String) throws(LightError) -> SensorNumber {
    let scale = try sensorNumber(in: text)
    if scale.billionths > 0 { return scale }
    throw .unexpected(path: path, found: text, wanted: "a number above 0")
  }

  /// A negative number is no light. With some firmware it means that the light is out of range
  /// (`_ALI` in the specification of ACPI).
  fileprivate func light(_ light: Illuminance?, in text: String) throws(LightError) -> Illuminance {
    if let light { return light }
    throw .unexpected(path: path, found: text, wanted: "a light of 0 lux or more")
  }

  /// One of the two may be covered. The text is that of `applesmc_light_show` in
  /// drivers/hwmon/applesmc.c of Linux 6.1.
  fileprivate func brighterOfPair(in text: String) throws(LightError) -> Illuminance {
    let line = text.firstLine
    let parts = line.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let lights = parts.compactMap { SensorNumber(attribute: $0).flatMap { Illuminance(raw: $0) } }
    guard line.hasPrefix("("), line.hasSuffix(")"), parts.count == 2, lights.count == 2 else {
      throw .unexpected(path: path, found: text, wanted: "two numbers in parentheses")
    }
    return max(lights[0], lights[1])
  }
}
