import EventLoop

/// The memory that the daemon's control group allows, and those around it.
public struct MemoryLimit: Hashable, Sendable {
  /// The file with the lowest limit.
  let path: String
  let bytes: Int

  /// Nil without a limit, and without control groups of version 2.
  public static func current() -> MemoryLimit? {
    MemoryLimit { try? ConfigurationFile(reading: $0)?.content.get() }
  }

  /// `content` returns that of a file, nil if there is none.
  init?(_ content: (String) -> String?) {
    let groups = content("/proc/self/cgroup")?.split(separator: "\n") ?? []
    guard let group = groups.first(where: { $0.hasPrefix("0::/") })?.dropFirst(4) else { return nil }
    var folder = "/sys/fs/cgroup"
    var lowest: MemoryLimit?
    // The file of the group itself is in the first folder if a namespace hides those around it.
    let folders =
      [folder]
      + String(group).pathComponents.map { part in
        folder += "/\(part)"
        return folder
      }
    for folder in folders {
      let path = "\(folder)/memory.max"
      guard let bytes = content(path).flatMap({ Int($0.prefix { $0 != "\n" }) }) else { continue }
      if bytes < lowest?.bytes ?? .max { lowest = MemoryLimit(path: path, bytes: bytes) }
    }
    guard let lowest else { return nil }
    self = lowest
  }

  init(path: String, bytes: Int) { (self.path, self.bytes) = (path, bytes) }
}
