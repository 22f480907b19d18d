import EventLoop
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
    standardError = try PlainFile(path: file).text.replacing(folder.path, with: "")
  }

  /// Links the client under another name.
  static func link(_ name: String, in folder: String) throws -> String {
    let (program, link) = (try Program.path(of: "brightness"), "\(folder)/\(name)")
    try systemCall("link", program) { symlink(program, link) }
    return link
  }
}

private struct PlainFile {
  let path: String

  var text: String {
    get throws {
      let file = try Descriptor(opening: path, O_RDONLY)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) } ?? 0
      return String(decoding: bytes[..<count], as: UTF8.self)
    }
  }
}
