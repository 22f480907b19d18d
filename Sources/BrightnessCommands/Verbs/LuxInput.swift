import BrightnessEventLoop
import Commands
import Glibc
import Synchronization

/// The lines of the input of `feed`. A thread reads them, and only the latest one counts.
final class LuxInput: Sendable {
  private struct State {
    var lineCount = 0
    var latest: Double?
    /// Whether the last line was no light.
    var isWrong = false
    var complaint: String?
    var failure: Failure?
  }

  /// A longer line is no number.
  private static let longestLine = 64

  /// One for each line, or for several of them, until the input ends.
  let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  init() { (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Nil before the first light.
  var latest: Double? { state.withLock { $0.latest } }

  /// Why the input was not read to its end.
  var failure: Failure? { state.withLock { $0.failure } }

  /// What has been wrong since the last call.
  func takeComplaint() -> String? { state.withLock { $0.complaint.take() } }

  func repeatLatest() { change.yield() }

  func end() { change.finish() }

  /// Reads to the end. Not by `readLine()`, since a stream of the C library that waits for input
  /// keeps the process from exiting (glibc 2.39).
  func read(_ descriptor: CInt) {
    defer { end() }
    var line: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    do throws(SystemError) {
      while case let count = try Self.read(descriptor, &chunk), count > 0 {
        for byte in chunk[..<count] {
          if byte == UInt8(ascii: "\n") {
            take(String(decoding: line, as: UTF8.self))
            line = []
          } else if line.count <= Self.longestLine {
            line.append(byte)
          }
        }
      }
      take(String(decoding: line, as: UTF8.self))
    } catch {
      state.withLock { $0.failure = Failure(error) }
    }
  }

  private static func read(_ descriptor: CInt, _ chunk: inout [UInt8]) throws(SystemError) -> Int {
    while true {
      do throws(SystemError) {
        return try systemCall("read", "standard input") { Glibc.read(descriptor, &chunk, chunk.count) }
      } catch {
        // Another process may have made its end of the pipe, and with it ours, non-blocking.
        guard error.code.isWouldBlock else { throw error }
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
      }
    }
  }

  /// An empty line is passed over: a terminal makes two ends of a line of the one that a board
  /// sends (`ICRNL` in termios(3)).
  func take(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace)
    state.withLock { state in
      state.lineCount += 1
      if words.isEmpty { return }
      let lux = words.count == 1 ? Self.lux(words[0]) : nil
      if lux == nil, !state.isWrong {
        let reason = "\(line.quotedInShort) is not a number of lux such as 310.5"
        state.complaint = "line \(state.lineCount) is left out: \(reason)"
      }
      state.isWrong = lux == nil
      state.latest = lux ?? state.latest
    }
    if !words.isEmpty { change.yield() }
  }

  /// A decimal number.
  private static func lux(_ word: Substring) -> Double? {
    guard word.utf8.count <= longestLine, word.utf8.allSatisfy(".0123456789".utf8.contains) else { return nil }
    return Double(word)
  }
}
