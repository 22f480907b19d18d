public import ComposableCore
import Synchronization

/// A UUID of version 4.
public struct UniqueID: Hashable, Sendable, LosslessStringConvertible {
  private let bits: UInt128

  /// Makes a random id.
  public init(using generator: inout some RandomNumberGenerator) {
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    bits = UInt128(high) << 64 | UInt128(low)
  }

  /// A numbered id, for tests: `00000000-0000-0000-0000-000000000001`.
  public init(_ number: Int) {
    bits = UInt128(number)
  }

  /// Parses an id in the form of `description`.
  public init?(_ text: String) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], text.utf8.allSatisfy({ $0 != 0x2B }) else { return nil }
    guard let bits = UInt128(groups.joined(), radix: 16) else { return nil }
    self.bits = bits
  }

  public var description: String {
    let digits = String(bits, radix: 16)
    var rest = Substring(String(repeating: "0", count: 32 - digits.count) + digits)
    return [8, 4, 4, 4, 12].map { count in
      defer { rest = rest.dropFirst(count) }
      return String(rest.prefix(count))
    }.joined(separator: "-")
  }
}

extension DependencyValues {
  /// Makes unique ids: `uniqueID()`. They are random; in a test they count up from 0.
  public var uniqueID: Generator<UniqueID> {
    get { self[UniqueIDKey.self] }
    set { self[UniqueIDKey.self] = newValue }
  }
}

extension Generator<UniqueID> {
  /// Ids that count up from 0.
  public static var incrementing: Self {
    let last = Atomic(-1)
    return Self { UniqueID(last.add(1, ordering: .relaxed).newValue) }
  }
}

private enum UniqueIDKey: DependencyKey {
  static var liveValue: Generator<UniqueID> {
    Generator {
      var generator = SystemRandomNumberGenerator()
      return UniqueID(using: &generator)
    }
  }

  static var testValue: Generator<UniqueID> { .incrementing }
}
