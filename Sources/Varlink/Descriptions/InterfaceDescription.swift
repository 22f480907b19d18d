/// An interface as its description file tells it: what can be called, with what, and what comes back.
public struct InterfaceDescription: Hashable, Sendable {
  /// What is said of the interface, line by line.
  public let documentation: [String]
  /// The name in the world, such as `io.brightnessd.Lights`.
  public let name: String
  /// Types, methods and errors in the order of the text.
  public let members: [DescribedMember]
  /// What is said behind the last member.
  public let closing: [String]
}

/// A type, a method or an error of an interface.
public struct DescribedMember: Hashable, Sendable {
  /// What is said of the member, line by line.
  public let documentation: [String]
  /// The name, of which an interface has each once.
  public let name: String
  /// Which of the three it is, and its fields.
  public let kind: Kind

  /// What a name can stand for.
  public enum Kind: Hashable, Sendable {
    /// A structure or an enumeration that fields may name.
    case type(DescribedType)
    /// What a call hands in, and what a reply hands out.
    case method(input: [DescribedField], output: [DescribedField])
    /// What a refusal tells.
    case error([DescribedField])
  }
}
