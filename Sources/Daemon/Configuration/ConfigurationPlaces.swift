import EventLoop
import Glibc

/// Where configuration files lie: a main file, and folders of drop-ins that come after it.
public struct ConfigurationPlaces: Hashable, Sendable {
  /// The administrator's file, whose drop-ins come before those of this boot and those of the system.
  public static let standard = ConfigurationPlaces(
    files: ["/etc/brightnessd.conf"],
    isRequired: false,
    dropIns: dropIns(in: [])
  )

  /// What a user says comes in the place of the administrator's file, and before the other drop-ins.
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

  /// The first that is there counts.
  let files: [String]
  /// Whether it is an error that the file is not there.
  let isRequired: Bool
  /// A file in one of these hides those of the same name in the folders after it.
  let dropIns: [String]

  init(files: [String], isRequired: Bool, dropIns: [String]) {
    self.files = files
    self.isRequired = isRequired
    self.dropIns = dropIns
  }

  /// A file that was named, and the folder of its drop-ins beside it.
  public init(file: String) {
    self.init(files: [file], isRequired: true, dropIns: ["\(file).d"])
  }

  /// All files that count, in the order in which they do.
  func read() -> [ConfigurationFile] {
    var found: [ConfigurationFile] = []
    if let main = files.lazy.compactMap(ConfigurationFile.init(reading:)).first {
      found.append(main)
    } else if isRequired {
      found = files.map { ConfigurationFile(path: $0, content: .failure(.refused(ErrorCode(rawValue: ENOENT)))) }
    }
    var paths: [String: String] = [:]
    for folder in dropIns {
      do throws(SystemError) {
        for name in try Self.names(in: folder) where paths[name] == nil { paths[name] = "\(folder)/\(name)" }
      } catch {
        found.append(ConfigurationFile(path: folder, content: .failure(.refused(error.code))))
      }
    }
    return found + paths.sorted { $0.key < $1.key }.compactMap { ConfigurationFile(reading: $0.value) }
  }

  /// The drop-ins of a folder; none where there is no folder.
  private static func names(in folder: String) throws(SystemError) -> [String] {
    try Folder.names(in: folder).filter { $0.hasSuffix(".conf") }
  }
}
