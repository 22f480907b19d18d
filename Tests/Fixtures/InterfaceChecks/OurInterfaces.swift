import BrightnessEventLoop
import VarlinkCodegen

extension InterfaceDescription {
  /// The names of the descriptions under `interfaces/`.
  public static let ourNames = [
    "io.brightnessd.Automatic", "io.brightnessd.Health", "io.brightnessd.Lights", "io.brightnessd.Sessions",
  ]

  /// The text of one of them.
  public static func fileText(of name: String) throws -> String {
    try text(at: "interfaces/\(name).varlink")
  }

  /// The text of a short description that has every construct of the language.
  public static func textWithAllConstructs() throws -> String {
    try text(at: "Tests/Fixtures/Interfaces/org.example.Constructs.varlink")
  }

  private static func text(at path: String) throws -> String {
    let path = "\(#filePath.split(separator: "/Tests/Fixtures/")[0])/\(path)"
    return String(decoding: try Descriptor.contents(of: path, upTo: 1 << 20), as: UTF8.self)
  }
}
