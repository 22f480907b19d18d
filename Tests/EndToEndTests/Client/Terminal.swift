import BrightnessEventLoop
import Glibc
import HardwareTesting
import Programs
import Testing

/// A terminal of tmux in which a program runs.
final class Terminal {
  private let folder: TemporaryFolder
  private let output: Program

  /// Runs a shell script; `$0` is the client.
  init(columns: Int, rows: Int, _ script: String, on machine: Machine, _ variables: [String] = []) throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try systemCall("create", "pipe") { mkfifo("\(path)/output", 0o600) }
    output = try Program(["/bin/cat", "\(path)/output"])
    self.folder = folder
    let go = "tmux -S \(path)/tmux wait-for go"
    let client = try Program.path(of: "brightness")
    let command = "env \(go) && exec env BRIGHTNESSD_SOCKET=\(machine.socket) \(variables.joined(separator: " "))"
    let size = ["-x", "\(columns)", "-y", "\(rows)"]
    try tmux(["-f", "/dev/null", "-u", "new-session", "-d"] + size + ["\(command) sh -c '\(script)' \(client)"])
    try tmux(["pipe-pane", "cat > \(path)/output"])
    try tmux(["wait-for", "-S", "go"])
  }

  deinit {
    _ = try? run(["kill-server"]).waitForEnd()
  }

  /// Waits until the program has written a text.
  func wait(for text: String) throws {
    try output.wait(for: text)
  }

  /// Forgets the output so far and runs `action`.
  func after(_ action: () throws -> Void) rethrows {
    output.forget()
    try action()
  }

  /// The lines of the terminal, without empty ones at the end.
  func lines() throws -> [String] {
    let text = try tmux(["capture-pane", "-p"])
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  func type(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Expands a format of tmux, such as `#{alternate_on}`.
  func fact(_ format: String) throws -> String {
    try tmux(["display-message", "-p", format]).replacing("\n", with: "")
  }

  @discardableResult
  private func tmux(_ words: [String]) throws -> String {
    let run = try run(words)
    let text = try run.waitForOutput()
    try #require(run.waitForEnd() == 0, "tmux \(words) failed: \(text)")
    return text
  }

  private func run(_ words: [String]) throws -> Program {
    try Program(["/usr/bin/tmux", "-S", "\(folder.path)/tmux"] + words, ["TMUX="])
  }
}
