import DDC
import EventLoop
import Glibc

/// The requests on standard input and the replies on standard output: a socket's two ends, or two pipes.
struct Connection {
  /// Answers requests one after the other, until the input ends or the client stops reading.
  func serve<Device: ~Copyable>(_ worker: inout MonitorWorker<Device>) throws {
    while let bytes = try next() {
      guard let request = WorkerRequest(bytes) else { throw WorkerError.notARequest(bytes) }
      guard try send(worker.reply(to: request).bytes) else { return }
    }
  }

  /// Reads the next request; nil at the end of the input.
  private func next() throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: WorkerRequest.length)
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress! + count, $0.count - count) }
      if more < 0, errno == EINTR { continue }
      // A reset connection has ended, too.
      if more < 0, errno != ECONNRESET { throw SystemError("read", "standard input", .latest) }
      if more <= 0 { break }
      count += more
    }
    if count == 0 { return nil }
    guard count == bytes.count else { throw WorkerError.cutShort(count) }
    return bytes
  }

  /// False if the other end is closed.
  private func send(_ bytes: [UInt8]) throws -> Bool {
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress! + count, $0.count - count) }
      if more < 0, errno == EINTR { continue }
      if more < 0, errno == EPIPE || errno == ECONNRESET { return false }
      if more < 0 { throw SystemError("write", "standard output", .latest) }
      count += more
    }
    return true
  }
}

/// Why the worker ends before its input does.
enum WorkerError: Error, Hashable, CustomStringConvertible {
  case inputIsTerminal
  case notARequest([UInt8])
  case cutShort(Int)

  var description: String {
    switch self {
    case .inputIsTerminal:
      "cannot serve 'standard input': it is a terminal; brightnessd starts this program, and --list is for people"
    case .notARequest(let bytes):
      "cannot read 'standard input': no request begins with \(bytes.prefix(4).map { String($0, radix: 16) }.joined(separator: " "))"
    case .cutShort(let count):
      "cannot read 'standard input': it ended after \(count) of \(WorkerRequest.length) bytes of a request"
    }
  }
}
