import Composable

extension TestStore {
  /// Passes over the actions that came in response; with `strict` there must be some.
  public func skipReceivedActions(
    strict: Bool = true,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    collect()
    if received.isEmpty {
      if strict { reportNothing("no action that waits to be received", "skipReceivedActions", at: location) }
      return
    }
    noteOmission(skippedText(of: received.count, before: "going on"), at: location)
    passOverReceived()
  }

  /// Declares that the effects that live now may outlive the test; they go on, and what they send is received. With `strict` there must be some.
  public func skipInFlightEffects(
    strict: Bool = true,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    collect()
    let effects = effectsInFlight
    if effects.isEmpty {
      if strict { reportNothing("no effect in flight", "skipInFlightEffects", at: location) }
      return
    }
    noteOmission(
      paragraphs("Skipped: \(counted(effects.count, "effect")) in flight.", bullets(effects.map(\.name))),
      at: location
    )
    skippedEffects.formUnion(effects.map(\.key))
  }

  private func reportNothing(_ nothing: String, _ name: String, at location: CodeLocation) {
    report(
      """
      There is \(nothing).

      Leave "\(name)" out, or call it with "strict: false".
      """,
      at: location
    )
  }
}
