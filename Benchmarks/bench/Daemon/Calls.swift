/// What the benchmark says to a daemon.
enum Calls {
  static let getInfo = #"{"method":"org.varlink.service.GetInfo"}"#
  static let onAppear = #"{"method":"io.brightnessd.Sessions.OnAppear","parameters":{"scene":1}}"#
  static let onDisappear = #"{"method":"io.brightnessd.Sessions.OnDisappear","parameters":{"scene":1}}"#

  static func push(_ percent: Int = 100) -> String {
    #"{"method":"io.brightnessd.Sessions.Push","parameters":{"scene":{"claims":[{"rule":"exactly","percent":\#(percent)}]}}}"#
  }
}
