import BrightnessEventLoop
import Glibc

/// The content of a configuration file, or why it cannot be read.
public struct ConfigurationFile: Hashable {
  public let path: String
  public let content: Result<String, Flaw>

  public init(path: String, content: Result<String, Flaw>) {
    self.path = path
    self.content = content
  }

  /// Why a file cannot be read.
  public enum Flaw: Error, Hashable {
    case refused(ErrorCode)
    case tooLong(limit: Int)
    case tooMany(limit: Int)
    case notText
  }
}

extension ConfigurationFile.Flaw: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let code): "\(code)"
    case .tooLong(let limit): "it is larger than \(limit.inBytes)"
    case .tooMany(let limit): "there are more than \(limit) drop-ins"
    case .notText: "it is not UTF-8 text"
    }
  }
}

extension ConfigurationFile {
  /// Far more than all keys for a thousand lights need.
  public static let longest = 1 << 20

  /// Nil if there is no such file.
  public init?(reading path: String, limit: Int = ConfigurationFile.longest) {
    do throws(SystemError) {
      // O_NONBLOCK: opening a FIFO without a writer would wait for one.
      let bytes = try Descriptor.contents(of: path, upTo: limit, O_RDONLY | O_NONBLOCK)
      self.init(path: path, content: Self.content(of: bytes, limit))
    } catch {
      var status = stat()
      // A dangling link is an error: someone wanted a file here.
      if error.code.rawValue == ENOENT, lstat(path, &status) != 0 { return nil }
      self.init(path: path, content: .failure(.refused(error.code)))
    }
  }

  private static func content(of bytes: [UInt8], _ limit: Int) -> Result<String, Flaw> {
    if bytes.count > limit { return .failure(.tooLong(limit: limit)) }
    return String(validating: bytes, as: UTF8.self).map { .success($0) } ?? .failure(.notText)
  }
}
