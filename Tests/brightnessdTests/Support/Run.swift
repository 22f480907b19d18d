import Glibc
import Testing

/// How a program ran, and what it printed.
struct Run {
  let output: String
  let status: CInt

  init(_ arguments: String, of program: String = "brightnessd") throws {
    let tests = try #require(realpath("/proc/self/exe", nil))
    defer { free(tests) }
    let pipe = try #require(popen("'\(String(cString: dirname(tests)))/\(program)' \(arguments)", "r"))
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, pipe)
    output = String(decoding: bytes.prefix(count), as: UTF8.self)
    status = pclose(pipe) >> 8
  }
}
