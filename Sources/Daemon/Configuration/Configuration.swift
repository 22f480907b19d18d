import Brightness
import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Glibc
import Hardware

/// The values of the configuration files, or their defaults.
public struct Configuration: Hashable, Sendable {
  /// The groups whose members may change lights, besides root, by name or number. First that of the
  /// package, unless it was taken out; a system need not have it.
  public var groups = [usualGroup]
  public var logLevel = LogLevel.info
  public var limits = Limits()
  /// Which devices are lights, and which of them is the panel.
  public var lights = LightSettings()
  public var overrides: [LightID: LightOverride] = [:]
  /// Which sensor measures the light in the room, and where it is.
  public var sensor = SensorSettings()
  /// In a room that is darker than this, keyboards have their level for the dark; nil for the usual
  /// light.
  public var keyboardIsDarkBelow: Illuminance?

  /// The group of the package. The lights' files belong to the daemon's user and not to this group,
  /// so that its members can change lights only through the daemon.
  static let usualGroup = "brightnessd"

  public init() {}
}

/// Limits of clients. The section `[Limits]` sets four of them, the others are constants.
public struct Limits: Hashable, Sendable {
  public var wire = WireLimits()
  public var session = SessionLimits()
}

public struct ConfigProblem: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// Nil if the problem is the whole file.
  public let line: Int?
  /// The problem without its place.
  public let sentence: String
  public let effect: Effect

  public enum Effect: Sendable {
    /// A reload is refused.
    case refused
    /// A reload applies the rest; the file has to be corrected.
    case incomplete
    /// A reload applies the rest: another version may know the section or key.
    case skipped
  }

  public var isError: Bool { effect == .refused }

  public var description: String { line.map { "\(file):\($0): \(sentence)" } ?? sentence }
}

/// The paths of the configuration: a main file, and folders of drop-ins that override it.
public struct ConfigurationPlaces: Hashable, Sendable {
  /// The administrator's file, whose drop-ins come before those of this boot and those of the
  /// system.
  public static let standard = ConfigurationPlaces(
    files: ["/etc/brightnessd.conf"],
    isRequired: false,
    dropIns: dropIns(in: [])
  )

  /// The user's file replaces the administrator's; the user's drop-ins override the others.
  public static func ofUser(in folder: String) -> ConfigurationPlaces {
    ConfigurationPlaces(
      files: ["\(folder)/brightnessd.conf"] + standard.files,
      isRequired: false,
      dropIns: dropIns(in: [folder])
    )
  }

  private static func dropIns(in first: [String]) -> [String] {
    (first + ["/etc", "/run", "/usr/lib"]).map { "\($0)/brightnessd.conf.d" }
  }

  /// The first one that exists is used.
  let files: [String]
  let isRequired: Bool
  /// A file in one of these hides files of the same name in later ones.
  let dropIns: [String]

  /// More than any system has, but few enough to read in one turn of the loop.
  static let dropInLimit = 256

  /// Reads all files that count, in the order in which later values win.
  func read() -> [ConfigurationFile] {
    var found: [ConfigurationFile] = []
    if let main = files.lazy.compactMap({ ConfigurationFile(reading: $0) }).first {
      found.append(main)
    } else if isRequired {
      found = files.map { ConfigurationFile(path: $0, content: .failure(.refused(ErrorCode(rawValue: ENOENT)))) }
    }
    var paths: [String: String] = [:]
    for folder in dropIns {
      do throws(SystemError) {
        for name in try Folder.names(in: folder) where name.hasSuffix(".conf") && paths[name] == nil {
          paths[name] = "\(folder)/\(name)"
        }
      } catch {
        found.append(ConfigurationFile(path: folder, content: .failure(.refused(error.code))))
      }
    }
    let sorted = paths.sorted { $0.key < $1.key }.map(\.value)
    found += sorted.prefix(Self.dropInLimit).compactMap { ConfigurationFile(reading: $0) }
    if let path = sorted.dropFirst(Self.dropInLimit).first {
      found.append(ConfigurationFile(path: path, content: .failure(.tooMany(limit: Self.dropInLimit))))
    }
    return found
  }
}

extension ConfigurationPlaces {
  /// A file named on the command line, with its folder of drop-ins (`FILE.d`).
  public init(file: String) { self.init(files: [file], isRequired: true, dropIns: ["\(file).d"]) }
}

extension ConfigurationFile {
  /// Far more than all keys for a thousand lights need.
  static let longest = 1 << 20

  /// Nil if there is no such file.
  init?(reading path: String, limit: Int = ConfigurationFile.longest) {
    do throws(SystemError) {
      // O_NONBLOCK: opening a FIFO without a writer would wait for one.
      let bytes = try Descriptor.contents(of: path, upTo: limit, O_RDONLY | O_NONBLOCK)
      self.init(path: path, content: Self.content(of: bytes, limit))
    } catch {
      var status = stat()
      // A dangling link is an error: someone wanted a file here.
      if error.code.rawValue == ENOENT, lstat(path, &status) != 0 { return nil }
      self.init(path: path, content: .failure(.refused(error.code)))
    }
  }

  private static func content(of bytes: [UInt8], _ limit: Int) -> Result<String, Flaw> {
    if bytes.count > limit { return .failure(.tooLong(limit: limit)) }
    return String(validating: bytes, as: UTF8.self).map { .success($0) } ?? .failure(.notText)
  }
}
