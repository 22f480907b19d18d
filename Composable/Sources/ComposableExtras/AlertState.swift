public import ComposableCore

/// A question or a message for the user, as plain data: the host draws it, and sends the action of
/// the button that was chosen, or `.dismiss`.
///
/// ```swift
/// state.alert = AlertState {
///   TextState("Delete the ticket?")
/// } actions: {
///   ButtonState(role: .destructive, action: .deleteConfirmed) { TextState("Delete") }
///   ButtonState(role: .cancel) { TextState("Keep") }
/// }
/// ```
///
/// An alert is removed after its first action.
public struct AlertState<Action>: EphemeralState {
  /// A possible answer.
  public typealias Button = ButtonState<Action>

  /// The question, in a line.
  public var title: TextState
  /// The explanation for the user.
  public var message: TextState?
  /// The answers. If there are none, the host shows a default one.
  public var buttons: [Button]

  /// Makes an alert.
  public init(_ title: TextState, message: TextState? = nil, buttons: [Button] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// Makes an alert from blocks.
  public init(
    title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [Button] = { [] },
    message: (() -> TextState)? = nil
  ) {
    self.init(title(), message: message?(), buttons: actions())
  }
}

/// A choice between several actions. To the library it is an alert; a host may draw it in another
/// way.
public typealias ConfirmationDialogState = AlertState

/// A text for the user, which a host may translate or format.
public typealias TextState = String

/// A possible answer to an alert.
public struct ButtonState<Action> {
  /// The purpose of a button, which a host may show to the user.
  public enum Role: Sendable {
    /// Changes nothing.
    case cancel
    /// Destroys something that cannot be restored.
    case destructive
  }

  /// The text on the button.
  public var label: TextState
  /// The button's purpose.
  public var role: Role?
  /// The action to send as `.presented`; nil to send `.dismiss`.
  public var action: Action?

  /// Makes a button.
  public init(_ label: TextState, role: Role? = nil, action: Action? = nil) {
    self.label = label
    self.role = role
    self.action = action
  }

  /// Makes a button with its label in a block.
  public init(role: Role? = nil, action: Action? = nil, label: () -> TextState) {
    self.init(label(), role: role, action: action)
  }
}

extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}
extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}

/// Collects the buttons of an alert.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// The buttons of a part of the block.
  public typealias Buttons = [ButtonState<Action>]

  public static func buildExpression(_ button: ButtonState<Action>) -> Buttons { [button] }

  public static func buildBlock(_ buttons: Buttons...) -> Buttons { buttons.flatMap(\.self) }

  public static func buildArray(_ buttons: [Buttons]) -> Buttons { buttons.flatMap(\.self) }

  public static func buildOptional(_ buttons: Buttons?) -> Buttons { buttons ?? [] }

  public static func buildEither(first buttons: Buttons) -> Buttons { buttons }

  public static func buildEither(second buttons: Buttons) -> Buttons { buttons }
}

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
