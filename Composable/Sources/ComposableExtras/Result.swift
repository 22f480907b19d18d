public import ComposableCore

extension Result where Failure == any Error {
  /// The result of asynchronous work, as a value for an action:
  /// `await send(.loaded(Result { try await client.load() }))`.
  public nonisolated(nonsending) init(catching body: nonisolated(nonsending) () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}

/// Makes the cases of a result in an action available as paths: `store.receive(\.loaded.success)`.
extension Result: CasePathable {
  /// Has a path to each case.
  public struct AllCasePaths: Sendable {
    /// The path to the value of a success.
    public var success: CasePath<Result, Success> {
      .init(
        name: "success",
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } }
      )
    }

    /// The path to the error of a failure.
    public var failure: CasePath<Result, Failure> {
      .init(
        name: "failure",
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } }
      )
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
