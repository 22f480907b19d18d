/// Reports an action for a child that is absent: for an element, or else for an optional child, whose parent's case may explain why.
@usableFromInline func reportMisrouted(
  _ action: Any,
  by operatorName: String,
  at location: CodeLocation,
  state: Any? = nil,
  element: Any? = nil
) {
  let absence = element == nil ? "its child's state was absent" : "no element has this identity"
  let parentCase = state.flatMap { Mirror(reflecting: $0).displayStyle == .enum ? caseName(of: $0) : nil }
  let circumstances = parentCase.map { "\n  state: \($0)" } ?? element.map { "\n  element: \($0)" } ?? ""
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
