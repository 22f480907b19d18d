extension Effect {
  /// Holds a resource while the effect lives, and releases it exactly once, however the effect ends.
  ///
  /// `acquire` is called when the store begins the effect, in the turn of the action that asked for it; from then on `release` is due. It depends on
  /// the termination of the effect's own stream, so no path leads around it: cancelled by id or by its send, its element, child or parent gone, the
  /// store dropped, `operation` finished or failed. `release` runs on the store's executor, in the very turn that ends the effect.
  ///
  /// ```swift
  /// return .hold(acquire: { brightness.setToMaximum() }, release: { brightness.reset() })
  ///   .cancellable(id: Light())
  /// ```
  ///
  /// - Parameters:
  ///   - acquire: Acquires the resource. If it throws, nothing is held or released, and `handler` is called.
  ///   - release: Releases the value that `acquire` returned.
  ///   - operation: Work to do meanwhile; when it ends, the hold ends. Without it, the hold lasts until something else ends the effect.
  ///   - handler: Takes the errors of `acquire` and `operation`; without it they are reported as issues.
  @inlinable
  public static func hold<Resource: Sendable>(
    acquire: @escaping @Sendable () throws -> Resource,
    release: @escaping @Sendable (Resource) -> Void,
    while operation: (@Sendable (_ send: Send<Action>) async throws -> Void)? = nil,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return holding(while: operation, catch: handler, at: location) {
      let resource = try acquire()
      let dependencies = DependencyValues.current
      return { _ in dependencies.whileInForce { release(resource) } }
    }
  }

  @usableFromInline
  static func holding(
    while operation: (@Sendable (_ send: Send<Action>) async throws -> Void)?,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)?,
    at location: CodeLocation,
    acquire: @escaping @Sendable () throws -> Lease.Release
  ) -> Self {
    let run = RunOperation(body: operation ?? { _ in }, handler: handler, location: location)
    return Self(.hold(HoldOperation(run: run, isOpenEnded: operation == nil, acquire: acquire)))
  }
}

/// A hold that can be begun: how it acquires and releases, and the work meanwhile.
struct HoldOperation<Action: Sendable>: Sendable {
  let run: RunOperation<Action>
  /// Whether nothing but the outside ends the hold; then it costs no task.
  let isOpenEnded: Bool
  /// Acquires, and returns the release.
  let acquire: @Sendable () throws -> Lease.Release

  func embedded<Parent>(_ embed: @escaping @Sendable (Action) -> Parent) -> HoldOperation<Parent> {
    HoldOperation<Parent>(run: run.embedded(embed), isOpenEnded: isOpenEnded, acquire: acquire)
  }
}

/// A held resource: it is released when the stream terminates, which is when the lease is dropped.
@usableFromInline
struct Lease {
  @usableFromInline typealias Release = @Sendable (AsyncStream<Never>.Continuation.Termination) -> Void

  // The stream has no other reference and no consumer, so its handler is called at once when it goes.
  private let stream: AsyncStream<Never>

  init(release: @escaping Release) {
    stream = AsyncStream { continuation in continuation.onTermination = release }
  }
}
