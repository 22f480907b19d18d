import Glibc

/// The program that ships, where `make release` has built it. Without, that of the plain build, which is slower to start and larger, and a word
/// about it.
func shippedProgram(_ name: String) -> String {
  // This one lies in .build/<platform>/release.
  let shipped = path(of: "programs/\(name)", above: 3)
  if access(shipped, X_OK) == 0 { return shipped }
  sayAside("bench: measures the plain build of \(name), since none is built to ship; see 'make release'")
  return builtProgram(name)
}

/// A program that was built beside this one.
func builtProgram(_ name: String) -> String {
  path(of: name, above: 1)
}

/// Says it where no figures are printed.
func sayAside(_ text: String) {
  let line = text + "\n"
  write(STDERR_FILENO, line, line.utf8.count)
}

private func path(of name: String, above steps: Int) -> String {
  var bytes = [UInt8](repeating: 0, count: 4_096)
  let count = bytes.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
  let folder = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "/").dropLast(steps)
  return "/" + folder.joined(separator: "/") + "/" + name
}
