/// A value that is described by a text of its own.
public protocol DescribedAsText {
  /// The text that stands for the value.
  var descriptiveText: String { get }
}

/// A value that is described as if it were another.
public protocol DescribedAsValue {
  /// The value that is described instead.
  var describedValue: Any { get }
}

/// A value that is described by the children of a mirror of its own.
public protocol DescribedAsMirror {
  /// The mirror that tells what is described.
  var descriptiveMirror: Mirror { get }
}

extension StackElementID: DescribedAsText {
  /// The number, as in `#0`.
  public var descriptiveText: String { description }
}

extension PresentationState: DescribedAsValue {
  /// The child, or nil.
  public var describedValue: Any { wrappedValue as Any }
}
