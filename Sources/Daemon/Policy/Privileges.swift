import Glibc

public enum Privileges {
  /// Gives up root's rights for those of the folder's owner and group, if root runs the process and
  /// another user owns the folder.
  public static func becomeOwner(of folder: String) throws(DaemonError) {
    var status = stat()
    guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return }
    let user = status.st_uid
    let group = status.st_gid
    try daemonCall("leave", "groups of root") { setgroups(0, nil) }
    try daemonCall("become", "group \(group)") { setgid(group) }
    try daemonCall("become", "user \(user)") { setuid(user) }
  }
}
