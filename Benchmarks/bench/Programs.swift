import BrightnessEventLoop
import Glibc

/// The program built by `make release`, or else that of the plain build, with a warning since it is
/// larger and slower to start.
func shippedProgram(_ name: String) -> String {
  // This program lies in .build/<platform>/release.
  let shipped = path(of: "programs/\(name)", above: 3)
  if access(shipped, X_OK) == 0 { return shipped }
  printError("bench: no release build of \(name), measuring the plain build; run 'make release'")
  return builtProgram(name)
}

/// A program that was built beside this one.
func builtProgram(_ name: String) -> String {
  path(of: name, above: 1)
}

/// A variable as a service has it, such as "LANG=C": programs are measured as they run where they
/// are installed.
func serviceVariable(_ name: String, of service: String = "brightnessd") throws(SystemError) -> String {
  let unit = try Child("/bin/cat", ["systemd/\(service).service"]).allPrinted()
  let setting = "Environment=\(name)="
  guard let line = unit.split(separator: "\n").first(where: { $0.hasPrefix(setting) }) else {
    preconditionFailure("the unit of the service does not set \(name)")
  }
  return String(line.dropFirst("Environment=".count))
}

/// Prints a line to standard error.
func printError(_ text: String) {
  let line = text + "\n"
  write(STDERR_FILENO, line, line.utf8.count)
}

private func path(of name: String, above steps: Int) -> String {
  var bytes = [UInt8](repeating: 0, count: 4_096)
  let count = bytes.withUnsafeMutableBytes { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
  let folder = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "/").dropLast(steps)
  return "/" + folder.joined(separator: "/") + "/" + name
}
