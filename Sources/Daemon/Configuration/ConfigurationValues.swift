import Brightness
import ControlAPI
import Hardware

/// What should have stood in the place of a value.
struct ExpectedValue: Error, Hashable {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// How the values of keys are read; each throws what it expects.
enum ConfigurationValues {
  typealias Reader<Value> = @Sendable (String) throws(ExpectedValue) -> Value

  static func count(upTo limit: Int) -> Reader<Int> {
    { text throws(ExpectedValue) in
      guard let number = plainNumber(text), 1...limit ~= number else {
        throw ExpectedValue("a whole number from 1 to \(limit)")
      }
      return number
    }
  }

  /// Bytes, with `K`, `M` or `G` for so many times 1024.
  static func bytes(_ range: ClosedRange<Int>) -> Reader<Int> {
    { text throws(ExpectedValue) in
      let factor = text.last.flatMap { ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30][$0] }
      let digits = factor == nil ? text : String(text.dropLast())
      guard let number = plainNumber(digits),
        case (let size, false) = number.multipliedReportingOverflow(by: factor ?? 1),
        range ~= size
      else {
        throw ExpectedValue("a size from \(shownSize(range.lowerBound)) to \(shownSize(range.upperBound))")
      }
      return size
    }
  }

  static func word<Word: RawRepresentable & CaseIterable & SendableMetatype>(
    _: Word.Type
  ) -> Reader<Word> where Word.RawValue == String, Word.AllCases: SendableMetatype {
    { text throws(ExpectedValue) in
      guard let word = Word(rawValue: text) else {
        throw ExpectedValue("one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return word
    }
  }

  @Sendable static func floor(_ text: String) throws(ExpectedValue) -> Share {
    guard let percent = try? Double(percentage: text), percent >= 1, let share = try? Share(percent: percent) else {
      throw ExpectedValue("a percentage from 1% to 100%")
    }
    return share
  }

  @Sendable static func group(_ text: String) throws(ExpectedValue) -> String {
    guard 1...32 ~= text.utf8.count, text.utf8.allSatisfy(isOfName), text.first != "-" else {
      throw ExpectedValue("the name or number of a group")
    }
    return text
  }

  @Sendable static func alias(_ text: String) throws(ExpectedValue) -> String {
    let isKind = Brightness.LightKind(rawValue: text) != nil
    guard 1...64 ~= text.utf8.count, text.utf8.allSatisfy(isOfName), text.first != "-", !isKind else {
      throw ExpectedValue("a name of up to 64 letters, digits, dots, hyphens and underscores that is no kind of light")
    }
    return text
  }

  @Sendable static func light(_ text: String) throws(ExpectedValue) -> Hardware.LightID {
    guard let light = Hardware.LightID(text) else {
      throw ExpectedValue("lights such as backlight/intel_backlight")
    }
    return light
  }

  /// The name of an LED, whose class has to be said.
  @Sendable static func led(_ text: String) throws(ExpectedValue) -> String {
    guard let light = Hardware.LightID(text), light.subsystem == .leds else {
      throw ExpectedValue("LEDs such as leds/tpacpi::power")
    }
    return light.name
  }

  private static func plainNumber(_ text: String) -> Int? {
    text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(text) : nil
  }

  private static func shownSize(_ bytes: Int) -> String {
    let units = [(1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")]
    guard let unit = units.first(where: { bytes % $0.0 == 0 }) else { return "\(bytes)" }
    return "\(bytes / unit.0)\(unit.1)"
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
