/// An endpoint without an implementation: a call is an issue, and returns the placeholder.
///
/// For the test values of clients: `load: unimplemented("Client.load", placeholder: [])`.
// Inlinable, so that the compiler leaves out a property's value that an initializer replaces
// (`macro_client_ns` in `bench core`).
@inlinable public func unimplemented<each Argument, Result: Sendable>(
  _ name: String,
  placeholder: @autoclosure @escaping @Sendable () -> Result,
  fileID: String = #fileID,
  line: Int = #line
) -> @Sendable (repeat each Argument) -> Result {
  return { (argument: repeat each Argument) in
    reportUnimplemented(name, repeat each argument, at: CodeLocation(fileID: fileID, line: line))
    return placeholder()
  }
}

/// An endpoint without an implementation or a result: a call is an issue.
@_disfavoredOverload
@inlinable public func unimplemented<each Argument>(
  _ name: String,
  fileID: String = #fileID,
  line: Int = #line
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(name, placeholder: (), fileID: fileID, line: line)
}

/// An endpoint without an implementation: a call is an issue, and throws `Unimplemented`.
@inlinable public func unimplemented<each Argument, Result>(
  _ name: String,
  fileID: String = #fileID,
  line: Int = #line
) -> @Sendable (repeat each Argument) throws -> Result {
  return { (argument: repeat each Argument) in
    reportUnimplemented(name, repeat each argument, at: CodeLocation(fileID: fileID, line: line))
    throw Unimplemented(name: name)
  }
}

/// The error of an endpoint without an implementation.
public struct Unimplemented: Error, Hashable, CustomStringConvertible {
  /// The name of the endpoint.
  public let name: String

  @usableFromInline init(name: String) {
    self.name = name
  }

  public var description: String { "cannot call '\(name)': it is unimplemented" }
}

@usableFromInline package func reportUnimplemented<each Argument>(
  _ name: String,
  _ argument: repeat each Argument,
  at location: CodeLocation
) {
  var arguments: [String] = []
  for argument in repeat each argument { arguments.append(String(reflecting: argument)) }
  let call = arguments.isEmpty ? "" : " with (\(arguments.joined(separator: ", ")))"
  let caller = EffectContext.current?.action.map { " by an effect of '\($0)'" } ?? ""
  reportIssue(
    """
    Unimplemented: '\(name)' was called\(call)\(caller), but nothing says what it does here.
    Override it where the test begins, 'withDependencies { $0.… = … }', or on the store that the test makes.
    """,
    at: location
  )
}
