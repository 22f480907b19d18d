import Glibc

public enum SystemAccounts {
  /// The groups that the system has: nobody is a member of another one, and nobody can join it.
  static func groups(_ names: [String]) -> [Group] {
    names.compactMap { name in group(name).map { Group(name: name, number: $0) } }
  }

  /// The number of a group given by name or number; nil if there is none.
  public static func group(_ text: String) -> gid_t? {
    // The buffer of getgrnam(3) is shared by all threads, and only the loop's thread asks.
    gid_t(text) ?? localGroup(text) ?? getgrnam(text)?.pointee.gr_gid
  }

  /// The number of a group of this machine. getgrnam(3) also asks other sources, whose libraries
  /// would take 0.6 MB for as long as the daemon runs.
  static func localGroup(_ name: String) -> gid_t? {
    guard let file = fopen("/etc/group", "re") else { return nil }
    defer { fclose(file) }
    while let group = fgetgrent(file)?.pointee {
      if String(cString: group.gr_name) == name { return group.gr_gid }
    }
    return nil
  }
}
