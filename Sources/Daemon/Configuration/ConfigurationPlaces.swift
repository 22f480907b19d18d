import EventLoop
import Glibc

/// Where configuration files lie: a file, and folders of drop-ins that come after it.
public struct ConfigurationPlaces: Hashable, Sendable {
  /// The administrator's file, whose drop-ins come before those of this boot and those of the system.
  public static let standard = ConfigurationPlaces(
    file: "/etc/brightnessd.conf",
    isRequired: false,
    dropIns: ["/etc", "/run", "/usr/lib"].map { "\($0)/brightnessd.conf.d" }
  )

  let file: String
  /// Whether it is an error that the file is not there.
  let isRequired: Bool
  /// A file in one of these hides those of the same name in the folders after it.
  let dropIns: [String]

  init(file: String, isRequired: Bool, dropIns: [String]) {
    self.file = file
    self.isRequired = isRequired
    self.dropIns = dropIns
  }

  /// A file that was named, and the folder of its drop-ins beside it.
  public init(file: String) {
    self.init(file: file, isRequired: true, dropIns: ["\(file).d"])
  }

  /// All files that count, in the order in which they do.
  func files() -> [ConfigurationFile] {
    var files: [ConfigurationFile] = []
    if let main = ConfigurationFile(reading: file) {
      files.append(main)
    } else if isRequired {
      files.append(ConfigurationFile(path: file, content: .failure(.refused(ErrorCode(rawValue: ENOENT)))))
    }
    var paths: [String: String] = [:]
    for folder in dropIns {
      do throws(SystemError) {
        for name in try Self.names(in: folder) where paths[name] == nil { paths[name] = "\(folder)/\(name)" }
      } catch {
        files.append(ConfigurationFile(path: folder, content: .failure(.refused(error.code))))
      }
    }
    return files + paths.sorted { $0.key < $1.key }.compactMap { ConfigurationFile(reading: $0.value) }
  }

  /// The drop-ins of a folder; none where there is no folder.
  private static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else {
      let code = ErrorCode(rawValue: errno)
      if code.rawValue == ENOENT { return [] }
      throw SystemError("list", folder, code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
