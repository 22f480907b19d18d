import BrightnessEventLoop
import CBrightnessLinux
import Glibc

/// A program that a test starts; it is killed with its owner.
///
/// It has nothing of the test but what it is given: no signal is blocked or ignored, its input is
/// empty until the test writes to it, and of the variables it has only those without which no
/// program finds its libraries.
public final class Program {
  public let process: pid_t
  /// Its output, for tests that wait for it in another way.
  public let output: Descriptor
  private let input: Descriptor
  /// Identifies the process, also after another one has reaped it.
  private let handle: Descriptor
  private var hasEnded = false
  private var hasClosed = false
  private var bytes: [UInt8] = []
  private var taken = 0

  /// Starts a program that lies beside that of the tests, or one with a path; it inherits copies of
  /// descriptors, from number 3 on.
  public init(
    _ words: [String],
    _ variables: [String] = [],
    inherited: [CInt] = [],
    errors: Errors = .apart
  ) throws {
    let stdin = try Pipe()
    let stdout = try Pipe()
    // A program that copies its input until the end waits for it.
    try systemCall("configure", "pipe") { fcntl(stdin.reading.number, F_SETFL, 0) }
    process = try ProgramStart(words, variables).run(
      [stdin.reading.number, stdout.writing.number, errors == .apart ? STDERR_FILENO : stdout.writing.number]
        + inherited
    )
    handle = Descriptor(owning: try systemCall("watch", words[0]) { [process] in pidfd_open(process, 0) })
    input = stdin.writing
    output = stdout.reading
  }

  deinit {
    if !hasEnded, send(SIGKILL) { waitpid(process, nil, 0) }
  }

  /// Where it reports errors: on the standard error of the test, or with its output.
  public enum Errors {
    case apart, included
  }

  public func signal(_ signal: CInt) {
    _ = send(signal)
  }

  /// False if it has ended, and another process has reaped it.
  private func send(_ signal: CInt) -> Bool { pidfd_send_signal(handle.number, signal, nil, 0) == 0 }

  public func kill() {
    signal(SIGKILL)
    waitForEnd()
  }

  /// Writes a line to its input.
  public func say(_ line: String) throws {
    let bytes = Array("\(line)\n".utf8)
    _ = try bytes.withUnsafeBytes { try input.write($0) }
  }

  /// Waits until it is stopped.
  public func waitForStop() {
    waitpid(process, nil, WUNTRACED)
  }

  /// Waits until it has ended: its status, or the signal that killed it, less than nothing.
  @discardableResult
  public func waitForEnd() -> CInt {
    var status: CInt = 0
    waitpid(process, &status, 0)
    hasEnded = true
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : -signal
  }
}

/// Its output. A wait for it ends when nothing comes for half a minute.
extension Program {
  /// The output so far, up to the last wait.
  public var printed: String { String(decoding: bytes, as: UTF8.self) }

  /// Waits until it has printed a text.
  public func wait(for text: String) throws {
    while !printed.contains(text) {
      guard try readMore() else { throw NotPrinted(wanted: text, found: printed) }
    }
  }

  /// Passes over what it has printed so far.
  public func forget() {
    bytes = []
    taken = 0
  }

  /// Waits until it can print nothing any more: all that it did.
  public func waitForOutput() throws -> String {
    while try readMore() {}
    guard hasClosed else { throw NotPrinted(wanted: "its last word", found: printed) }
    return printed
  }

  /// The line after that which was taken last; nil where it prints none.
  public func nextLine() throws -> String? {
    while true {
      let rest = bytes[taken...]
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        taken = end + 1
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      guard try readMore() else { return nil }
    }
  }

  private func readMore() throws -> Bool {
    var request = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 30_000) == 1 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = try buffer.withUnsafeMutableBytes { try output.read(into: $0) } ?? 0
    bytes += buffer[..<count]
    hasClosed = count == 0
    return count > 0
  }

  public struct NotPrinted: Error {
    public let wanted: String
    public let found: String
  }
}
