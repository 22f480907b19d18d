import Varlink

/// `io.brightnessd.Sessions`: who holds which lights, and for how long.
public enum SessionsInterface: ControlInterface {
  public typealias Failure = SessionsError

  public static let name = "io.brightnessd.Sessions"
}

extension ServedInterface {
  /// `io.brightnessd.Sessions`, with who answers each of its methods.
  public static func sessions(
    push: @escaping ControlHandler<SessionsInterface.Push>,
    onAppear: @escaping ControlHandler<SessionsInterface.OnAppear>,
    onDisappear: @escaping ControlHandler<SessionsInterface.OnDisappear>,
    popFrom: @escaping ControlHandler<SessionsInterface.PopFrom>,
    hold: @escaping ControlHandler<SessionsInterface.Hold>,
    list: @escaping ControlHandler<SessionsInterface.List>,
    cancel: @escaping ControlHandler<SessionsInterface.Cancel>,
    reset: @escaping ControlHandler<SessionsInterface.Reset>
  ) -> ServedInterface {
    ServedInterface(
      SessionsInterface.name,
      description: SessionsInterface.description,
      [
        ServedMethod(push), ServedMethod(onAppear), ServedMethod(onDisappear), ServedMethod(popFrom),
        ServedMethod(needsMore: true, hold), ServedMethod(list), ServedMethod(cancel), ServedMethod(reset),
      ]
    )
  }
}
