extension Effect {
  /// Runs asynchronous work on the store's executor; it may send any number of actions.
  ///
  /// ```swift
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
  /// }
  /// ```
  ///
  /// An error that `handler` does not take is reported as an issue, unless it is a cancellation.
  public static func run(
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Self {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return Self(.run(RunOperation(body: operation, handler: handler, location: location)))
  }
}

/// The asynchronous part of an effect, with the dependencies of the place where it was written.
struct RunOperation<Action: Sendable>: Sendable {
  let body: @Sendable (Send<Action>) async throws -> Void
  let handler: (@Sendable (any Error, Send<Action>) async -> Void)?
  let location: CodeLocation
  let dependencies: DependencyValues

  init(
    body: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async -> Void)?,
    location: CodeLocation,
    dependencies: DependencyValues = .current
  ) {
    self.body = body
    self.handler = handler
    self.location = location
    self.dependencies = dependencies
  }

  func embedded<Parent>(_ embed: @escaping @Sendable (Action) -> Parent) -> RunOperation<Parent> {
    var embeddedHandler: (@Sendable (any Error, Send<Parent>) async -> Void)?
    if let handler { embeddedHandler = { error, send in await handler(error, send.pulledBack(embed)) } }
    return RunOperation<Parent>(
      body: { [body] send in try await body(send.pulledBack(embed)) },
      handler: embeddedHandler,
      location: location,
      dependencies: dependencies
    )
  }

  /// The same operation, as one that fails at once.
  func failing(with error: any Error) -> Self {
    RunOperation(body: { _ in throw error }, handler: handler, location: location, dependencies: dependencies)
  }

  /// Runs to the end; what the handler does not take is an issue, and a cancelled effect fails in silence.
  func callAsFunction(_ send: Send<Action>) async {
    await DependencyValues.$current.withValue(dependencies) {
      do {
        try await body(send)
      } catch {
        await handle(error, send)
      }
    }
  }

  private func handle(_ error: any Error, _ send: Send<Action>) async {
    if error is CancellationError || Task.isCancelled { return }
    if let handler { return await handler(error, send) }
    reportIssue(unhandled(error), at: location)
  }

  func unhandled(_ error: any Error) -> String {
    """
    an effect written at \(location) threw an error that nobody handles.

    \(describe(error))

    Handle it with the effect's "catch", or with do/catch inside its operation.
    """
  }
}

/// Sends actions from inside an effect back into the store; a cancelled effect sends nothing.
public struct Send<Action: Sendable>: Sendable {
  private let deliver: @Sendable (Action) async -> Void

  init(_ deliver: @escaping @Sendable (Action) async -> Void) {
    self.deliver = deliver
  }

  /// Delivers the action; when this returns, the store's reducer has seen it.
  public func callAsFunction(_ action: Action) async {
    if Task.isCancelled { return }
    await deliver(action)
  }

  func pulledBack<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [deliver] action in await deliver(embed(action)) }
  }
}
