/// What the benchmark says to a daemon.
enum Calls {
  static let getInfo = #"{"method":"org.varlink.service.GetInfo"}"#
  static let onAppear = #"{"method":"io.brightnessd.Sessions.OnAppear","parameters":{"scene":1}}"#
  static let onDisappear = #"{"method":"io.brightnessd.Sessions.OnDisappear","parameters":{"scene":1}}"#

  static func push(_ percent: Int = 100) -> String {
    #"{"method":"io.brightnessd.Sessions.Push","parameters":{"scene":{"claims":[\#(claim(percent))]}}}"#
  }

  static func hold(_ percent: Int = 100) -> String {
    #"{"method":"io.brightnessd.Sessions.Hold","more":true,"parameters":{"scene":{"claims":[\#(claim(percent))]}}}"#
  }

  private static func claim(_ percent: Int) -> String {
    #"{"rule":"exactly","percent":\#(percent)}"#
  }
}
