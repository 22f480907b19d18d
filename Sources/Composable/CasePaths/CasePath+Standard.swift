extension CasePath where Root == Value {
  /// The path that leads nowhere else.
  public static var identity: CasePath {
    CasePath(embed: { $0 }, extract: { $0 })
  }
}

extension CasePath where Value == Never {
  /// The path to a case that cannot be.
  public static var never: CasePath {
    CasePath(embed: impossible, extract: { _ in nil })
  }

  @Sendable private static func impossible(_ never: Never) -> Root {}
}

extension CasePath where Root == Value? {
  /// The path to what an optional holds.
  public static var some: CasePath {
    CasePath(embed: { $0 }, extract: { $0 })
  }
}

/// `Result`, for paths to its cases.
public protocol ResultCases: SendableMetatype {
  associatedtype Success
  associatedtype Failure: Error

  /// The value itself.
  var asResult: Result<Success, Failure> { get }
  /// The value of a result.
  init(_ result: Result<Success, Failure>)
}

extension Result: ResultCases {
  /// The value itself.
  public var asResult: Result { self }

  /// The value of a result.
  public init(_ result: Result) { self = result }
}

extension CasePath where Root: ResultCases, Value == Root.Success {
  /// The path to the value of a success.
  public static var success: CasePath {
    CasePath(embed: { Root(.success($0)) }) { if case .success(let value) = $0.asResult { value } else { nil } }
  }
}

extension CasePath where Root: ResultCases, Value == Root.Failure {
  /// The path to the error of a failure.
  public static var failure: CasePath {
    CasePath(embed: { Root(.failure($0)) }) { if case .failure(let error) = $0.asResult { error } else { nil } }
  }
}
