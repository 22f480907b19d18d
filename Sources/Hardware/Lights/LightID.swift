/// The classes of devices in which lights are found.
public enum Subsystem: String, Hashable, Sendable, CaseIterable {
  case backlight
  case leds
}

/// A light's name for as long as it is plugged in: "backlight/intel_backlight".
public struct LightID: Hashable, Sendable {
  public let subsystem: Subsystem
  public let name: String

  public init(_ subsystem: Subsystem, _ name: String) {
    self.subsystem = subsystem
    self.name = name
  }

  /// Nil unless the text is a subsystem, a slash, and a name that a device can have.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let subsystem = Subsystem(rawValue: String(parts[0])) else { return nil }
    guard Self.isName(parts[1]) else { return nil }
    self.init(subsystem, String(parts[1]))
  }

  /// Whether a folder of this name can be a device's: it must not lead anywhere else.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && !text.hasPrefix(".") && !text.contains("/") && !text.contains("\0")
  }
}

extension LightID: Comparable {
  /// Backlights first; a number in a name counts as a number.
  public static func < (left: LightID, right: LightID) -> Bool {
    if left.subsystem != right.subsystem { return left.subsystem == .backlight }
    return left.name.precedes(right.name)
  }
}

extension LightID: CustomStringConvertible {
  public var description: String { "\(subsystem.rawValue)/\(name)" }
}

extension String {
  /// Whether it comes first where `card2` stands before `card10`.
  fileprivate func precedes(_ other: String) -> Bool {
    let (mine, others) = (chunks, other.chunks)
    for (my, its) in zip(mine, others) where my != its {
      if let my = UInt64(my), let its = UInt64(its), my != its { return my < its }
      return my < its
    }
    return mine.count < others.count
  }

  /// Its runs of digits and of everything else.
  private var chunks: [Substring] {
    var chunks: [Substring] = []
    var rest = self[...]
    while let first = rest.first {
      let chunk = rest.prefix { $0.isASCIIDigit == first.isASCIIDigit }
      chunks.append(chunk)
      rest = rest[chunk.endIndex...]
    }
    return chunks
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
