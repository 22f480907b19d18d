/// The calls that the benchmark makes.
enum Calls {
  static let getInfo = #"{"method":"org.varlink.service.GetInfo"}"#
  static let onAppear = #"{"method":"io.brightnessd.Sessions.OnAppear","parameters":{"scene":1}}"#
  static let onDisappear = #"{"method":"io.brightnessd.Sessions.OnDisappear","parameters":{"scene":1}}"#

  static let turnOn = #"{"method":"io.brightnessd.Automatic.TurnOn"}"#
  static let turnOff = #"{"method":"io.brightnessd.Automatic.TurnOff"}"#

  static func set(_ percent: Int) -> String {
    #"{"method":"io.brightnessd.Lights.Set","parameters":{"level":{"percent":\#(percent)}}}"#
  }

  static func push(_ percent: Int = 100) -> String {
    #"{"method":"io.brightnessd.Sessions.Push","parameters":\#(scene(percent))}"#
  }

  /// Pushes a scene and makes it appear.
  static func pushing(_ percent: Int) -> [String] { [push(percent), onAppear] }

  /// The same with one call, which reports the events of the scene.
  static func holding(_ percent: Int) -> [String] {
    ["", #"{"method":"io.brightnessd.Sessions.Hold","parameters":\#(scene(percent)),"more":true}"#]
  }

  private static func scene(_ percent: Int) -> String {
    #"{"scene":{"claims":[{"rule":"exactly","percent":\#(percent)}]}}"#
  }
}
