public import ComposableCore

/// A question or a message for the user, as plain data: the host draws it, and sends the action of
/// the button that was chosen, or `.dismiss`.
///
/// ```swift
/// state.alert = AlertState("Delete the ticket?", buttons: [
///   .init("Delete", role: .destructive, action: .deleteConfirmed), .init("Keep", role: .cancel),
/// ])
/// ```
///
/// An alert is removed after its first action.
public struct AlertState<Action>: EphemeralState {
  /// The purpose of a button, which a host may show to the user.
  public enum Role: Sendable {
    /// Changes nothing.
    case cancel
    /// Destroys something that cannot be restored.
    case destructive
  }

  /// A possible answer.
  public struct Button {
    /// The text on the button.
    public var label: String
    /// The button's purpose.
    public var role: Role?
    /// The action to send as `.presented`; nil to send `.dismiss`.
    public var action: Action?

    /// Makes a button.
    public init(_ label: String, role: Role? = nil, action: Action? = nil) {
      self.label = label
      self.role = role
      self.action = action
    }
  }

  /// The question, in a line.
  public var title: String
  /// The explanation for the user.
  public var message: String?
  /// The answers. If there are none, the host shows a default one.
  public var buttons: [Button]

  /// Makes an alert.
  public init(_ title: String, message: String? = nil, buttons: [Button] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
}

extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Equatable where Action: Equatable {}
extension AlertState.Button: Sendable where Action: Sendable {}
extension AlertState.Button: Equatable where Action: Equatable {}

extension Reducer where Action: CasePathable {
  /// Removes an alert after its action, which this reducer sees first.
  // Disfavored: an enum of screens may be ephemeral, too, and its screens have to run.
  @_disfavoredOverload
  public func ifLet<Alert: EphemeralState & Sendable, AlertAction: Sendable>(
    _ keyPath: SendableKeyPath<State, PresentationState<Alert>>,
    action name: CaseKeyPath<Action, PresentationAction<AlertAction>>,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    ifLet(keyPath, action: name, destination: { EmptyReducer<Alert, AlertAction>() }, fileID: fileID, line: line)
  }
}
