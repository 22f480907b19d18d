import Glibc

/// The users and groups that the system knows.
public enum SystemAccounts {
  /// The number of a group that is said by name or by number; nil where there is no such group.
  public static func group(_ text: String) -> gid_t? {
    if let number = gid_t(text) { return number }
    return withRoom { room, size in
      var entry = Glibc.group()
      var found: UnsafeMutablePointer<Glibc.group>?
      let code = getgrnam_r(text, &entry, room, size, &found)
      return (code, found?.pointee.gr_gid)
    }
  }

  /// All groups that a user belongs to.
  static func groups(of user: uid_t) -> Set<gid_t> {
    let all = withRoom { room, size -> (CInt, [gid_t]?) in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      let code = getpwuid_r(user, &entry, room, size, &found)
      return (code, found.flatMap { groups(of: $0.pointee) })
    }
    return Set(all ?? [])
  }

  private static func groups(of account: passwd) -> [gid_t]? {
    guard let name = account.pw_name else { return nil }
    var count: CInt = 64
    while true {
      var groups = [gid_t](repeating: 0, count: Int(count))
      let room = count
      if getgrouplist(name, account.pw_gid, &groups, &count) >= 0 { return Array(groups.prefix(Int(count))) }
      count = max(count, room * 2)
    }
  }

  /// Calls with more room each time, until what is asked for fits.
  private static func withRoom<Value>(_ body: (UnsafeMutablePointer<CChar>, Int) -> (code: CInt, Value?)) -> Value? {
    var size = 1024
    while true {
      let room = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      defer { room.deallocate() }
      let (code, value) = body(room, size)
      guard code == ERANGE, size < 1 << 20 else { return value }
      size *= 2
    }
  }
}
