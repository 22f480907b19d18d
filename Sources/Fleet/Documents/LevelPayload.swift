import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink

/// A level to set: `40`, `40%`, or `{"percent":40,"fadeMilliseconds":500}`.
///
/// Only absolute levels: a broker may deliver a message twice, and a step would be taken twice.
public struct LevelPayload: Hashable, Sendable {
  static let mostBytes = 256

  public let percent: Double
  public let fade: Duration?

  public init(percent: Double, fade: Duration? = nil) {
    self.percent = percent
    self.fade = fade
  }

  public init(_ payload: [UInt8]) throws(Refusal) {
    guard payload.count <= Self.mostBytes else { throw .tooLong(bytes: payload.count, limit: Self.mostBytes) }
    if payload.first == UInt8(ascii: "{") {
      self = try Refusal.reading(payload)
      guard 0...100 ~= percent else { throw .percent(percent) }
      if let fade {
        try converting({ Refusal.scene($0) }) { () throws(SessionError) in try SessionLimits.check(fade: fade) }
      }
      return
    }
    let text = String(decoding: payload, as: UTF8.self)
    let percentage = text.utf8.last == UInt8(ascii: "%") ? text : "\(text)%"
    percent = try converting({ (_: LevelSyntaxError) in Refusal.level(text) }) { () throws(LevelSyntaxError) in
      try Double(percentage: percentage)
    }
    fade = nil
  }
}

extension LevelPayload: JSONObjectReadable, JSONObjectWritable {
  public init(fields: inout JSONFields) throws(InvalidParameter) {
    percent = try fields.read("percent")
    fade = try (fields.read("fadeMilliseconds") as Milliseconds?)?.duration
  }

  public func writeFields(to writer: inout JSONWriter) {
    writer.field("percent", percent)
    writer.field("fadeMilliseconds", fade.map { Milliseconds($0) })
  }
}
