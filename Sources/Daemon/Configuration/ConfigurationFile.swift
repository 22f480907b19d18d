import EventLoop
import Glibc

/// A configuration file as it was found.
struct ConfigurationFile: Hashable {
  let path: String
  let content: Result<String, Flaw>

  /// Why a file cannot be read.
  enum Flaw: Error, Hashable {
    case refused(ErrorCode)
    case tooLong(limit: Int)
    case notText
  }

  init(path: String, content: Result<String, Flaw>) {
    self.path = path
    self.content = content
  }
}

extension ConfigurationFile {
  private static let limit = 1 << 20

  /// Nil where there is no such file.
  init?(reading path: String) {
    do throws(SystemError) {
      // Nobody is waited for who might write into a pipe.
      let file = try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
      self.init(path: path, content: try Self.content(of: file))
    } catch {
      if error.code.rawValue == ENOENT { return nil }
      self.init(path: path, content: .failure(.refused(error.code)))
    }
  }

  private static func content(of file: borrowing Descriptor) throws(SystemError) -> Result<String, Flaw> {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let number = file.number
      let count = try systemCall("read", "descriptor \(number)") { read(number, &part, part.count) }
      if count == 0 {
        return String(validating: bytes, as: UTF8.self).map { .success($0) } ?? .failure(.notText)
      }
      bytes += part[..<count]
    }
    return .failure(.tooLong(limit: limit))
  }
}

extension ConfigurationFile.Flaw: CustomStringConvertible {
  var description: String {
    switch self {
    case .refused(let code): "\(code)"
    case .tooLong(let limit): "it holds more than \(limit) bytes"
    case .notText: "it is no UTF-8 text"
    }
  }
}
