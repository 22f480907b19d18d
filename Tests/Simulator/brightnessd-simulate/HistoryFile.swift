import BrightnessVarlink
import Glibc

/// A history as a file: a step a line, as JSON.
enum HistoryFile {
  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  static func line(_ step: Step) throws -> String {
    var writer = JSONWriter()
    try JSONCoding.json(step).write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  static func write(_ lines: [String], to path: String) {
    guard let file = fopen(path, "w") else { return }
    for line in lines { fputs("\(line)\n", file) }
    fclose(file)
  }

  static func steps(in path: String) throws -> [Step] {
    guard let file = fopen(path, "r") else { throw Unreadable(description: "cannot open '\(path)'") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    let lines = bytes[..<count].split(separator: UInt8(ascii: "\n"))
    do {
      return try lines.map { try JSONCoding.value(from: JSON(parsing: $0)) }
    } catch {
      throw Unreadable(description: "'\(path)' is no history: \(error)")
    }
  }
}
