import Varlink

/// What the methods of `io.brightnessd.Lights` refuse with; a light is what the caller named.
public enum LightsError: MethodError, Hashable {
  case noSuchLight(String, known: [String])
  case ambiguousLight(String, known: [String])
  case noLights
  case notWritable(String, reason: String)
  case outOfRange(String, reason: String)

  public var name: String { "\(LightsInterface.name).\(memberName)" }

  private var memberName: String {
    switch self {
    case .noSuchLight: "NoSuchLight"
    case .ambiguousLight: "AmbiguousLight"
    case .noLights: "NoLights"
    case .notWritable: "NotWritable"
    case .outOfRange: "OutOfRange"
    }
  }

  public init?(name: String, fields: inout JSONFields) throws(InvalidParameter) {
    switch name {
    case "\(LightsInterface.name).NoSuchLight":
      self = .noSuchLight(try fields.read("light"), known: try fields.read("known"))
    case "\(LightsInterface.name).AmbiguousLight":
      self = .ambiguousLight(try fields.read("light"), known: try fields.read("known"))
    case "\(LightsInterface.name).NoLights": self = .noLights
    case "\(LightsInterface.name).NotWritable":
      self = .notWritable(try fields.read("light"), reason: try fields.read("reason"))
    case "\(LightsInterface.name).OutOfRange":
      self = .outOfRange(try fields.read("light"), reason: try fields.read("reason"))
    default: return nil
    }
  }

  public func writeFields(to writer: inout JSONWriter) {
    switch self {
    case .noSuchLight(let light, let known), .ambiguousLight(let light, let known):
      writer.field("light", light)
      writer.field("known", known)
    case .noLights: break
    case .notWritable(let light, let reason), .outOfRange(let light, let reason):
      writer.field("light", light)
      writer.field("reason", reason)
    }
  }
}

extension LightsError: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    switch self {
    case .noSuchLight(let light, []): "cannot find '\(light)': there is no light"
    case .noSuchLight(let light, let known): "cannot find '\(light)': expected \(Self.choice(of: known))"
    case .ambiguousLight(let light, let known): "cannot choose '\(light)': it is a name of \(Self.choice(of: known))"
    case .noLights: "cannot choose 'light': there is none that shows a picture"
    case .notWritable(let light, let reason): "cannot write '\(light)': \(reason)"
    case .outOfRange(let light, let reason): "cannot set '\(light)': \(reason)"
    }
  }

  private static func choice(of names: [String]) -> String { names.joined(separator: ", ") }
}
