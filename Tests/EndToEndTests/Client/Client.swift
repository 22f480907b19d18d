import BrightnessEventLoop
import Foundation
import Glibc
import HardwareTesting
import Programs
import Testing

/// The result of a run of the client.
struct Client {
  let status: CInt
  let output: String
  /// The text on the standard error.
  let standardError: String
  /// The same without the name of the program in front of each line.
  var errors: String {
    let name = "brightness: "
    let lines = standardError.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.hasPrefix(name) ? $0.dropFirst(name.count) : $0 }.joined(separator: "\n")
  }

  /// Runs the client to its end, on a machine or without a daemon.
  init(
    _ words: [String],
    as name: String = "brightness",
    on machine: Machine? = nil,
    _ variables: [String] = []
  ) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/errors"
    let socket = machine?.socket ?? "\(folder.path)/socket"
    let command = ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>\(file)", try Self.link(name, in: folder.path)]
    let program = try Program(command + words, ["BRIGHTNESSD_SOCKET=\(socket)"] + variables)
    output = try program.waitForOutput()
    status = program.waitForEnd()
    standardError = try String(contentsOfFile: file, encoding: .utf8).replacing(folder.path, with: "")
  }

  /// Links the client under another name.
  static func link(_ name: String, in folder: String) throws -> String {
    let (program, link) = (try Program.path(of: "brightness"), "\(folder)/\(name)")
    try systemCall("link", program) { symlink(program, link) }
    return link
  }
}

extension Machine {
  /// Starts a program that connects to the daemon.
  func start(_ words: [String], errors: Program.Errors = .apart) throws -> Program {
    try Program(words, ["BRIGHTNESSD_SOCKET=\(socket)"], errors: errors)
  }

  /// Starts a watch of the daemon, or of what listens at another socket.
  func watch(_ words: [String], at other: String? = nil, errors: Program.Errors = .apart) throws -> Program {
    try Program(["brightness", "watch", "--socket", other ?? socket] + words, errors: errors)
  }
}
