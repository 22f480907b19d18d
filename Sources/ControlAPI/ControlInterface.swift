import Varlink

/// An interface of the daemon, as its file under `interfaces/` describes it.
public protocol ControlInterface {
  /// The name in the world, such as `io.brightnessd.Lights`.
  static var name: String { get }
  /// The text of the file.
  static var description: String { get }
  /// What its methods may answer instead of a reply.
  associatedtype Failure: MethodError & Hashable
}

/// What goes over the wire in both directions.
public typealias ControlValue = Hashable & JSONObjectReadable & JSONObjectWritable

/// A method, as the fields that a call of it hands in.
public protocol ControlMethod: ControlValue {
  associatedtype Interface: ControlInterface
  associatedtype Reply: ControlValue
  /// Without the interface.
  static var method: String { get }
}

extension ControlMethod {
  static var fullName: String { "\(Interface.name).\(method)" }
}

/// A method that is called without anything.
public protocol BareMethod: ControlMethod {
  init()
}

extension BareMethod {
  public init(fields: inout JSONFields) {
    self.init()
  }

  public func writeFields(to writer: inout JSONWriter) {}
}
