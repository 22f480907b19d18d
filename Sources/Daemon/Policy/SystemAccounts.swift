import Glibc

/// The groups that the system knows.
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
