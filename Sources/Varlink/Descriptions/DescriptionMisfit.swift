/// A value that is not what a description says.
public struct DescriptionMisfit: Error, Hashable, Sendable {
  /// The names that lead to it, such as `io.example.Ping.counts[0]`.
  public let place: String
  /// What belongs there, unless the description has no such place.
  public let expected: DescribedType?
  /// The kind of value that is there, if one is.
  public let found: String?
}

extension DescriptionMisfit: CustomStringConvertible {
  public var description: String {
    guard let expected else { return "cannot accept '\(place)': it is not described" }
    return "cannot accept '\(place)': expected \(expected), found \(found ?? "nothing")"
  }
}
