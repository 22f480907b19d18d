import Varlink

/// `io.brightnessd.Lights`: the lights of the machine, how bright they are, and what the person wants.
public enum LightsInterface: ControlInterface {
  public typealias Failure = LightsError

  public static let name = "io.brightnessd.Lights"
}

extension ServedInterface {
  /// `io.brightnessd.Lights`, with who answers each of its methods.
  public static func lights(
    list: @escaping ControlHandler<LightsInterface.List>,
    get: @escaping ControlHandler<LightsInterface.Get>,
    set: @escaping ControlHandler<LightsInterface.Set>,
    watch: @escaping ControlHandler<LightsInterface.Watch>
  ) -> ServedInterface {
    ServedInterface(
      LightsInterface.name,
      description: LightsInterface.description,
      [ServedMethod(list), ServedMethod(get), ServedMethod(set), ServedMethod(needsMore: true, watch)]
    )
  }
}
