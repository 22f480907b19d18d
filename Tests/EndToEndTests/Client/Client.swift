import EventLoop
import Glibc
import HardwareTesting
import Programs
import Testing

/// A finished run of `brightness`.
struct Client {
  let status: CInt
  let output: String
  /// The text on standard error.
  let errorOutput: String

  /// Runs it to its end, on a machine or without a daemon, under its own name or another.
  init(
    _ arguments: [String],
    as name: String = "brightness",
    on machine: Machine? = nil,
    _ variables: [String] = []
  ) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/errorOutput"
    let socket = machine?.socket ?? "\(folder.path)/socket"
    let command = ["/bin/sh", "-c", "exec \"$0\" \"$@\" 2>\(file)", try Self.link(name, in: folder.path)]
    let program = try Program(command + arguments, ["BRIGHTNESSD_SOCKET=\(socket)"] + variables)
    output = try program.waitForOutput()
    status = program.waitForEnd()
    errorOutput = try PlainFile(path: file).text.replacing(folder.path, with: "")
  }

  /// Links it under another name in a folder.
  static func link(_ name: String, in folder: String) throws -> String {
    let (program, link) = (try Program.path(of: "brightness"), "\(folder)/\(name)")
    try systemCall("link", program) { symlink(program, link) }
    return link
  }
}

/// A file that is read at once.
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
