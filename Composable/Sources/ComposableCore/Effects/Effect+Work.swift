extension Effect {
  /// Runs asynchronous work on the store's executor; it may send any number of actions.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
  /// }
  /// ```
  ///
  /// Without `handler`, an error is reported as an issue, unless it is a cancellation.
  public static func run(
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Self {
    let location = CodeLocation(fileID: fileID, line: line)
    return Self(.work(Work(body: operation, handler: handler, location: location)))
  }

  /// Holds a resource while the effect lives, and releases it exactly once, however the effect
  /// ends.
  ///
  /// `acquire` is called when the store begins the effect, in the turn of the action that asked for
  /// it; from then on `release` is due. However an effect ends, the store drops its record of it,
  /// and dropping the record releases the resource. So the release cannot be missed: cancelled by
  /// id or by its send, its element, child or parent gone, the store dropped, `operation` finished
  /// or failed. `release` runs on the store's executor, in the turn that ends the effect.
  ///
  /// ```swift
  /// return .hold(acquire: { brightness.setToMaximum() }, release: { brightness.reset() })
  ///   .cancellable(id: Light())
  /// ```
  ///
  /// - Parameters:
  ///   - acquire: Acquires the resource. If it throws, nothing is held or released, and `handler`
  ///     is called.
  ///   - release: Releases the value that `acquire` returned.
  ///   - operation: Work to do meanwhile; when it ends, the hold ends. Without it, the hold lasts
  ///     until something else ends the effect.
  ///   - handler: Takes the errors of `acquire` and `operation`; without it they are reported as
  ///     issues.
  ///   - fileID: The file that issues name.
  ///   - line: The line that issues name.
  @inlinable public static func hold<Resource: Sendable>(
    acquire: @escaping @Sendable () throws -> Resource,
    release: @escaping @Sendable (Resource) -> Void,
    while operation: (@Sendable (_ send: Send<Action>) async throws -> Void)? = nil,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Self {
    holding(while: operation, catch: handler, at: CodeLocation(fileID: fileID, line: line)) {
      let resource = try acquire()
      let dependencies = DependencyValues.current
      return { dependencies.whileInForce { release(resource) } }
    }
  }

  // A function of its own, so that the release, which is kept while the effect lives, is
  // specialized for the resource's type and smaller (`effect_resident_bytes` in `bench core`).
  @usableFromInline static func holding(
    while operation: (@Sendable (_ send: Send<Action>) async throws -> Void)?,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)?,
    at location: CodeLocation,
    acquire: @escaping @Sendable () throws -> Lease.Release
  ) -> Self {
    Self(.work(Work(acquire: acquire, body: operation, handler: handler, location: location)))
  }
}

/// The holds and operations of an effect, with the dependencies that were current where it was
/// made.
@usableFromInline struct Work<Action: Sendable>: Sendable {
  /// Acquires what the effect holds, and returns the release.
  var acquire: (@Sendable () throws -> Lease.Release)?
  /// Nil for a hold that does not end by itself, which needs no task.
  var body: (@Sendable (Send<Action>) async throws -> Void)?
  var handler: (@Sendable (any Error, Send<Action>) async -> Void)?
  let location: CodeLocation
  var dependencies = DependencyValues.ofEffect

  func embedded<Parent>(_ embed: @escaping @Sendable (Action) -> Parent) -> Work<Parent> {
    var embedded = Work<Parent>(acquire: acquire, location: location, dependencies: dependencies)
    if let body { embedded.body = { send in try await body(send.pulledBack(embed)) } }
    if let handler { embedded.handler = { error, send in await handler(error, send.pulledBack(embed)) } }
    return embedded
  }

  /// Runs the operation. An error without a handler is an issue, except in a cancelled effect.
  func callAsFunction(_ send: Send<Action>) async {
    await DependencyValues.$current.withValue(dependencies) {
      do {
        try await body?(send)
      } catch {
        if error is CancellationError || Task.isCancelled { return }
        if let handler { return await handler(error, send) }
        // The call of the unimplemented dependency has already been reported.
        if error is Unimplemented { return }
        reportIssue(
          """
          an effect written at \(location) threw an unhandled error.

          \(describe(error))

          Handle it with the effect's "catch", or with do/catch inside its operation.
          """,
          at: location
        )
      }
    }
  }
}

/// Sends actions from inside an effect back into the store; a cancelled effect sends nothing.
public struct Send<Action: Sendable>: Sendable {
  let deliver: @Sendable (Action) async -> Void

  /// Delivers the action; when this returns, the store's reducer has seen it.
  public func callAsFunction(_ action: Action) async {
    if Task.isCancelled { return }
    await deliver(action)
  }

  func pulledBack<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [deliver] action in await deliver(embed(action)) }
  }
}

/// A held resource, which is released when the lease is dropped: the store's record of the effect
/// is its only owner.
@usableFromInline final class Lease {
  @usableFromInline typealias Release = @Sendable () -> Void

  private let release: Release

  init(release: @escaping Release) {
    self.release = release
  }

  deinit { release() }
}
