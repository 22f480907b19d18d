import Varlink

/// `io.brightnessd.Health`: what somebody who looks for a fault has to know.
public enum HealthInterface: ControlInterface {
  /// It refuses nothing of its own.
  public typealias Failure = ServiceError

  public static let name = "io.brightnessd.Health"
}

extension ServedInterface {
  /// `io.brightnessd.Health`, with who answers its method.
  public static func health(report: @escaping ControlHandler<HealthInterface.Report>) -> ServedInterface {
    ServedInterface(HealthInterface.name, description: HealthInterface.description, [ServedMethod(report)])
  }
}
