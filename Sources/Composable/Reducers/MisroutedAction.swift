/// Reports an action for a child that is absent; the parent's case may explain why.
@usableFromInline
func reportMisrouted(_ action: Any, by operatorName: String, at location: CodeLocation, state: Any) {
  let stateLine = Mirror(reflecting: state).displayStyle == .enum ? "\n  state: \(caseName(of: state))" : ""
  report(action, by: operatorName, at: location, absence: "its child's state was absent", circumstances: stateLine)
}

/// Reports an action for an element that is absent.
@usableFromInline
func reportMisrouted(_ action: Any, by operatorName: String, at location: CodeLocation, element: Any) {
  let absence = "no element has this identity"
  report(action, by: operatorName, at: location, absence: absence, circumstances: "\n  element: \(element)")
}

private func report(
  _ action: Any,
  by operatorName: String,
  at location: CodeLocation,
  absence: String,
  circumstances: String
) {
  reportIssue(
    """
    "\(operatorName)" at \(location) was given a child's action while \(absence).

      action: \(caseName(of: action))\(circumstances)

    The action is not handled by the child. There are three usual reasons:

    * A parent reducer took the child away before the child's own reducer ran. Let the child run first: "ifLet" and "forEach" \
    do so when they are applied to the parent.
    * An effect that does not belong to the child sent the action after the child had gone. Begin the effect in the child, \
    or cancel it when the child goes.
    * The action was sent straight to the store while the child was absent. Send it only while there is a child to take it.
    """,
    at: location
  )
}
