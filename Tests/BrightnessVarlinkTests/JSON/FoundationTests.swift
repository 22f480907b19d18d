import BrightnessVarlink
import Foundation
import RandomHistories
import Testing

@Suite struct FoundationTests {
  @Test func `a written text is read by Foundation as the same value`() throws {
    var texts = RandomTexts(seed: 2)
    for _ in 0..<1000 {
      let value = texts.value(depth: 4)

      let found = try JSONDecoder().decode(Foreign.self, from: Data(value.description.utf8))

      #expect(found.matches(value), "\(value)")
    }
  }

  @Test func `a text of Foundation is read as the same value`() throws {
    var texts = RandomTexts(seed: 3)
    for _ in 0..<1000 {
      let value = texts.value(depth: 4)

      let data = try JSONEncoder().encode(Foreign(value))

      #expect(Foreign(value).matches(try JSON(parsing: data)), "\(value)")
    }
  }

  @Test func `a damaged text is refused if Foundation refuses it, and else read as the same value`() throws {
    var texts = RandomTexts(seed: 4)
    var accepted = 0
    for _ in 0..<5000 {
      let bytes = texts.broken(Array(texts.value(depth: 3).description.utf8))

      let ours = Result { () throws(JSONError) in try JSON(parsing: bytes) }
      let foreign = Result { try JSONDecoder().decode(Foreign.self, from: Data(bytes)) }

      switch (ours, foreign) {
      case (.success(let value), .success(let other)):
        accepted += 1
        #expect(other.matches(value), "\(value)")
      case (.success(let value), .failure): Issue.record("only Foundation refuses \(value)")
      case (.failure(let error), .success): #expect(error.isStrictness, "\(error): \(bytes)")
      case (.failure, .failure): break
      }
    }

    #expect(accepted > 100)
  }
}

extension JSONError {
  /// Whether Foundation is more lenient: RFC 8259 leaves some texts to the parser, and Foundation
  /// accepts a comma before `]`.
  fileprivate var isStrictness: Bool {
    switch problem {
    case .twice, .escapedNUL, .byteOrderMark, .tooDeep, .numberOutOfRange, .unexpected(UInt8(ascii: "]")): true
    default: false
    }
  }
}

/// A value as Foundation sees it.
private indirect enum Foreign: Codable {
  case null, bool(Bool), integer(Int64), float(Double), string(String), array([Foreign]), object([String: Foreign])

  init(_ value: JSON) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .float(let value): self = .float(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .array(elements.map(Foreign.init))
    case .object(let object):
      self = .object(Dictionary(object.members.map { ($0.key, Foreign($0.value)) }) { _, last in last })
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .float(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Foreign].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: Foreign].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .float(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  func matches(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.integer(let one), .float(let other)): Double(one) == other
    case (.float(let one), .integer(let other)): one == Double(other)
    case (.float(let one), .float(let other)): one == other
    case (.string(let one), .string(let other)): Array(one.utf8) == Array(other.utf8)
    case (.array(let ones), .array(let others)):
      ones.count == others.count && zip(ones, others).allSatisfy { $0.matches($1) }
    case (.object(let ones), .object(let others)):
      ones.count == others.members.count && ones.allSatisfy { key, one in others[key].map(one.matches) ?? false }
    default: false
    }
  }
}

/// Random values and texts.
private struct RandomTexts {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  mutating func value(depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random))
    case 3: .float(Double.random(in: -1e6...1e6, using: &random))
    case 4, 5: .string(string())
    case 6, 7: .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth - 1) })
    default: .object(object(depth: depth - 1))
    }
  }

  mutating func broken(_ bytes: [UInt8]) -> [UInt8] {
    let signs = Array("{}[]\",:\\u0019eE+-. \ntfn".utf8) + [0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let at = Int.random(in: 0..<max(1, bytes.count), using: &random)
      let sign = signs.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !bytes.isEmpty: bytes[at] = sign
      case 1 where !bytes.isEmpty: bytes.remove(at: at)
      case 2 where !bytes.isEmpty: bytes.removeSubrange(at...)
      default: bytes.insert(sign, at: min(at, bytes.count))
      }
    }
    return bytes
  }

  private mutating func object(depth: Int) -> JSONObject {
    var object = JSONObject()
    for number in 0..<Int.random(in: 0..<4, using: &random) { object["k\(number)" + string()] = value(depth: depth) }
    return object
  }

  private mutating func string() -> String {
    let signs = Array("az\"\\/\n\u{1}\u{7F}é€😀\u{2028}\u{301}".unicodeScalars)
    var text = ""
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      text.unicodeScalars.append(signs.randomElement(using: &random) ?? "a")
    }
    return text
  }
}
