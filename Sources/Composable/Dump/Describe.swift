/// Describes a value, readably and the same each time: without module names, dictionaries and sets in order, objects numbered.
public func describe(_ value: Any, maxDepth: Int = .max) -> String {
  var describer = Describer()
  return describer.description(of: value).lines(maxDepth: maxDepth).joined(separator: "\n")
}

/// A value that is described by a text of its own.
public protocol DescribedAsText {
  /// The text.
  var descriptiveText: String { get }
}

/// A value that is described as if it were another.
public protocol DescribedAsValue {
  /// The other value.
  var describedValue: Any { get }
}

extension StackElementID: DescribedAsText {
  public var descriptiveText: String { description }
}

extension PresentationState: DescribedAsValue {
  public var describedValue: Any { wrappedValue as Any }
}
