/// The report about an action for an absent child.
@usableFromInline
struct MisroutedAction {
  let message: String
  let location: CodeLocation

  /// - Parameter state: The parent's state, where its case explains why the child is absent.
  @usableFromInline
  init(_ operatorName: String, action: Any, state: Any, _ location: CodeLocation) {
    let stateLine = Mirror(reflecting: state).displayStyle == .enum ? "\n  state: \(caseName(of: state))" : ""
    self.init(operatorName, action: action, circumstances: stateLine, absence: "its child's state was absent", location)
  }

  /// - Parameter element: The identity that names no element.
  @usableFromInline
  init(_ operatorName: String, action: Any, element: Any, _ location: CodeLocation) {
    let absence = "no element has this identity"
    self.init(operatorName, action: action, circumstances: "\n  element: \(element)", absence: absence, location)
  }

  private init(
    _ operatorName: String,
    action: Any,
    circumstances: String,
    absence: String,
    _ location: CodeLocation
  ) {
    self.location = location
    message = """
      "\(operatorName)" at \(location) was given a child's action while \(absence).

        action: \(caseName(of: action))\(circumstances)

      The action is not handled by the child. There are three usual reasons:

      * A parent reducer took the child away before the child's own reducer ran. Let the child run first: "ifLet" and "forEach" \
      do so when they are applied to the parent.
      * An effect that does not belong to the child sent the action after the child had gone. Begin the effect in the child, \
      or cancel it when the child goes.
      * The action was sent straight to the store while the child was absent. Send it only while there is a child to take it.
      """
  }
  @usableFromInline
  func report() {
    reportIssue(message, at: location)
  }
}
