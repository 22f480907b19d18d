import BrightnessEventLoop
import Glibc

/// The paths of the configuration: a main file, and folders of drop-ins that override it.
public struct ConfigurationPlaces: Hashable, Sendable {
  /// The administrator's file of a program, whose drop-ins come before those of this boot, of
  /// programs that were installed by hand, and of the system.
  public static func ofSystem(_ program: String) -> ConfigurationPlaces {
    ConfigurationPlaces(files: ["/etc/\(program).conf"], isRequired: false, dropIns: dropIns(of: program))
  }

  /// The user's file replaces the administrator's; the user's drop-ins override the others.
  public static func ofUser(in folder: String, _ program: String) -> ConfigurationPlaces {
    ConfigurationPlaces(
      files: ["\(folder)/\(program).conf"] + ofSystem(program).files,
      isRequired: false,
      dropIns: ["\(folder)/\(program).conf.d"] + dropIns(of: program)
    )
  }

  private static func dropIns(of program: String) -> [String] {
    ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map { "\($0)/\(program).conf.d" }
  }

  /// The first one that exists is used.
  public let files: [String]
  public let isRequired: Bool
  /// A file in one of these hides files of the same name in later ones.
  public let dropIns: [String]

  public init(files: [String], isRequired: Bool, dropIns: [String]) {
    self.files = files
    self.isRequired = isRequired
    self.dropIns = dropIns
  }

  /// More than any system has, but few enough to read in one turn of the loop.
  public static let dropInLimit = 256

  /// Reads all files that count, in the order in which later values win.
  public func read() -> [ConfigurationFile] {
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
