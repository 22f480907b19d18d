extension Result where Failure == any Error {
  /// The result of asynchronous work, as a value for an action: `await send(.loaded(Result { try await client.load() }))`.
  public nonisolated(nonsending) init(catching body: nonisolated(nonsending) () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
