import BrightnessEventLoop
import Glibc

/// A program of ours in another file, which this process becomes.
package struct OtherProgram: Sendable {
  package let name: String
  /// The file that contains it; the name tells it which of its programs to be.
  let file: String
  /// What installs it, for an error.
  let package: String

  package static let idle = OtherProgram(
    name: "brightness-idle",
    file: "brightnessd",
    package: "the package of the daemon"
  )
  package static let fleet = OtherProgram(
    name: "brightness-fleet",
    file: "brightnessd-mqtt",
    package: "the package brightnessd-mqtt"
  )

  /// Becomes the program; returns only if that fails.
  package func become(_ words: [String]) -> Failure { become(words.map { Array($0.utf8CString) }) }

  /// The same with the last arguments of this process, whose bytes need not be UTF-8.
  package func become(withLast count: Int) -> Failure { become(Console.rawArguments(last: count)) }

  private func become(_ words: [[CChar]]) -> Failure {
    var arguments = [strdup(name)] + words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    // First the file beside this client, which need not be on the PATH.
    if let folder = try? Folder.resolved("/proc/self/exe").parent { execv("\(folder)/\(file)", &arguments) }
    execvp(name, &arguments)
    let error = SystemError("run", name, .latest)
    return Failure(.failed, reason: "\(error)", hint: error.code.rawValue == ENOENT ? "install \(package)" : nil)
  }
}
