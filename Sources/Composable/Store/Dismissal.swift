/// Asks whoever presents a feature to dismiss it; to be called in one of the feature's effects.
public struct DismissEffect: Sendable {
  private let override: (@Sendable () async -> Void)?

  /// What to do instead of dismissing; for tests of a feature by itself.
  public init(_ dismiss: (@Sendable () async -> Void)? = nil) {
    override = dismiss
  }

  /// Asks, unless the effect was cancelled meanwhile: then its feature has gone, or somebody has decided otherwise.
  public func callAsFunction(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    if Task.isCancelled { return }
    if let dismiss = override ?? EffectContext.current?.dismiss { return await dismiss() }
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    reportIssue(
      """
      a dismissal was asked for at \(location), where nothing can be dismissed.

      Call "dismiss" in an effect of a feature that is presented with "ifLet" or pushed on a stack with "forEach". Ask "isPresented" where a \
      feature is used both ways.
      """,
      at: location
    )
  }
}

private enum DismissKey: DependencyKey {
  static let liveValue = DismissEffect()
  static let testValue = DismissEffect()
}

extension DependencyValues {
  /// Asks whoever presents the feature to dismiss it.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature that asks is presented or pushed, so that it can be dismissed.
  ///
  /// It tells the truth in a test store, too: a feature that is tested by itself is not presented, unless the test says so.
  public var isPresented: Bool {
    get { storage.isPresented }
    set { storage = storage.presenting(newValue) }
  }
}
