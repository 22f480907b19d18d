import Glibc

/// How many descriptors this process may have.
public enum DescriptorLimit {
  /// As `LimitNOFILE=` of brightnessd.service: two for each of `Connections=`, and more for lights.
  public static let wanted: rlim_t = 4096

  static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  /// Raises the limit of a daemon that was not started by its unit. Most logins have 1024, because
  /// select(2) fails beyond, and leave it to each program to raise that (NEWS of systemd 240).
  public static func raise() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(resource, &limit)
  }
}
