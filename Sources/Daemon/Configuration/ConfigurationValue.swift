import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Service

extension ConfigurationValue<Illuminance> {
  static let lux = ConfigurationValue(expected: "lux from 0 to 200000, with at most three decimals") {
    Illuminance(lux: $0)
  }
}

extension ConfigurationValue<AmbientCurve> {
  static let curve = ConfigurationValue { (text) throws(ConfigurationMistake) in
    var points: [(text: String, point: AmbientCurve.Point)] = []
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      if points.count == AmbientCurve.mostPoints {
        throw ConfigurationMistake(part: word, expected: "at most \(AmbientCurve.mostPoints) points")
      }
      guard let point = AmbientCurve.Point(word) else {
        throw ConfigurationMistake(part: word, expected: "lux and a level, such as 100:42%")
      }
      if let last = points.last {
        // The scale of light has steps of about 2%.
        if point.light <= last.point.light {
          throw ConfigurationMistake(part: word, expected: "clearly more lux than in \(last.text.quotedInShort)")
        }
        if point.share < last.point.share {
          throw ConfigurationMistake(part: word, expected: "a level no lower than in \(last.text.quotedInShort)")
        }
      }
      points.append((word, point))
    }
    guard let curve = AmbientCurve(points.map(\.point)) else {
      throw ConfigurationMistake(expected: "points such as 0:10% 100:42% 10000:100%")
    }
    return curve
  }
}

extension AmbientCurve.Point {
  /// Lux and a level, such as `100:42%`.
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let light = Illuminance(lux: String(parts[0])),
      let percent = try? Double(percentage: String(parts[1])), let share = try? Share(percent: percent)
    else { return nil }
    self.init(AmbientLight(light), share)
  }
}

extension Illuminance {
  /// Lux as people write them: digits, and at most three decimals.
  fileprivate init?(lux text: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(digits.contains) }) else { return nil }
    let decimals = parts.count == 2 ? parts[1].count : 0
    guard parts[0].count <= 6, decimals <= 3 else { return nil }
    let number = Int(parts.map { String(decoding: $0, as: UTF8.self) }.joined()) ?? 0
    let millilux = (decimals..<3).reduce(number) { number, _ in number * 10 }
    self.init(millilux: millilux)
    if self.millilux != millilux { return nil }
  }
}
