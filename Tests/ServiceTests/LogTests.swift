import BrightnessEventLoop
import Glibc
import HardwareTesting
import Synchronization
import Testing

@testable import Service

@Suite struct LogTests {
  @Test func `a message below the level is not written`() {
    let capture = LogCapture()
    let log = capture.log(.warning)

    log(.error, "a")
    log(.warning, "b")
    log(.notice, "c")
    log(.debug, "d")

    #expect(capture.lines == ["a\n", "b\n"])
  }

  @Test func `a line begins with the name of the program where the journal does not add it`() {
    let capture = LogCapture()

    capture.log(.info)(.info, "a")
    capture.log(.info, style: .journal)(.info, "b")

    #expect(capture.whole == ["brightnessd: a\n", "<6>b\n"])
  }

  @Test func `the journal receives the level as a number`() {
    let capture = LogCapture()
    let log = capture.log(.debug, style: .journal)

    for level in LogLevel.allCases { log(level, level.rawValue) }

    #expect(capture.lines == ["<3>error\n", "<4>warning\n", "<5>notice\n", "<6>info\n", "<7>debug\n"])
  }

  @Test func `a message is one line without control characters`() {
    let capture = LogCapture()

    capture.log(.info)(.info, "a\nb\u{1B}[31m\r\u{2028}\u{202E}é")

    #expect(capture.lines == ["a\\nb\\u{1B}[31m\\r\\u{2028}\\u{202E}é\n"])
  }

  @Test func `a message has a maximum length`() {
    let capture = LogCapture()

    capture.log(.info)(.info, String(repeating: "a", count: 5000))

    #expect(capture.lines == [String(repeating: "a", count: 2000) + "…\n"])
  }

  @Test func `the first messages of a kind are written, and the others are counted`() {
    let capture = LogCapture()
    let log = capture.log(.info)

    for number in 1...12 { log(.warning, "refused \(number)", kind: "refusals") }
    capture.time.pass(.seconds(30))
    log(.info, "later")

    #expect(capture.lines == (1...5).map { "refused \($0)\n" } + ["7 more of 'refusals' were left out\n", "later\n"])
  }

  @Test func `kinds are counted separately, and messages without a kind are not limited`() {
    let capture = LogCapture()
    let log = capture.log(.info)

    for number in 1...6 {
      log(.info, "a\(number)", kind: "a")
      log(.info, "b\(number)", kind: "b")
      log(.info, "c\(number)")
    }

    #expect(capture.lines.count { $0.hasPrefix("a") } == 5)
    #expect(capture.lines.count { $0.hasPrefix("b") } == 5)
    #expect(capture.lines.count { $0.hasPrefix("c") } == 6)
  }

  @Test func `a warning of a kind that says the same again is counted, and what happens again is written again`() {
    let capture = LogCapture()
    let log = capture.log(.info)

    for text in ["a", "a", "b", "a"] { log(.warning, text, kind: "k") }
    for text in ["c", "c"] { log(.info, text, kind: "l") }
    capture.time.pass(.seconds(30))
    log(.warning, "a", kind: "k")

    #expect(capture.lines == ["a\n", "b\n", "a\n", "c\n", "c\n", "1 more of 'k' were left out\n", "a\n"])
  }

  @Test func `the text of a message beyond the limit is not made`() {
    let log = LogCapture().log(.info)
    var made = 0
    func text() -> String {
      made += 1
      return "a\(made)"
    }

    for _ in 1...1000 { log(.info, text(), kind: "a") }

    #expect(made == LogLimit.messages)
  }

  @Test func `lines that nothing reads are dropped and counted`() {
    let capture = LogCapture()
    let log = capture.log(.info)
    log(.info, "a")

    capture.isFull.store(true, ordering: .relaxed)
    for _ in 1...3 { log(.info, "b") }
    capture.isFull.store(false, ordering: .relaxed)
    log(.info, "c")
    log(.info, "d")

    #expect(capture.lines == ["a\n", "3 lines of the log were dropped: nothing read it\n", "c\n", "d\n"])
  }

  @Test func `a full pipe takes no line, and does not block the writer`() throws {
    var ends: [CInt] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let line = LogStyle.program("a").line(.info, String(repeating: "\u{1F469}\u{200D}\u{1F469}", count: 2000))

    var count = 0
    while Log.write(line, to: ends[1]) { count += 1 }

    #expect(line.utf8.count < PIPE_BUF)
    #expect(count > 0)
    var rest = [UInt8](repeating: 0, count: 1 << 20)
    #expect(read(ends[0], &rest, rest.count) > 0)
    #expect(Log.write(line, to: ends[1]))
    close(ends[0])
    #expect(!Log.write(line, to: ends[1]))
    close(ends[1])
  }

  @Test func `a full socket takes no line, and does not block the writer`() {
    var ends: [CInt] = [-1, -1]
    #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)

    while Log.write(String(repeating: "a", count: 2000), to: ends[1]) {}
    close(ends[0])

    #expect(!Log.write("a", to: ends[1]))
    close(ends[1])
  }

  @Test func `a new span begins when one is over`() {
    let capture = LogCapture()
    let log = capture.log(.info)
    for number in 1...5 { log(.info, "a\(number)", kind: "a") }
    capture.time.pass(.seconds(30))

    for number in 1...6 { log(.info, "b\(number)", kind: "a") }

    #expect(capture.lines == ["a", "b"].flatMap { text in (1...5).map { "\(text)\($0)\n" } })
  }

  @Test func `a message below the level is not counted`() {
    let capture = LogCapture()
    let log = capture.log(.error)

    for _ in 1...9 { log(.info, "a", kind: "a") }
    capture.time.pass(.seconds(60))
    log(.error, "b")

    #expect(capture.lines == ["b\n"])
  }

  @Test func `the journal is identified by device and inode`() throws {
    let file = try Descriptor(opening: "/dev/null", O_WRONLY)
    var status = stat()
    fstat(file.number, &status)

    #expect(LogStyle(of: "a", on: file.number, stream: "\(status.st_dev):\(status.st_ino)") == .journal)
    #expect(LogStyle(of: "a", on: file.number, stream: "\(status.st_dev):\(status.st_ino + 1)") == .program("a"))
    #expect(LogStyle(of: "a", on: file.number, stream: nil) == .program("a"))
    #expect(LogStyle(of: "a", on: -1, stream: "0:0") == .program("a"))
  }
}

/// The lines of a log, with a clock that the test steps.
private final class LogCapture: Sendable {
  let time = SteppedTime()
  private let written = Mutex<[String]>([])
  let isFull = Atomic(false)

  var whole: [String] { written.withLock { $0 } }
  /// Without the name of the program.
  var lines: [String] { whole.map { String($0.trimmingPrefix("brightnessd: ")) } }

  func log(_ level: LogLevel, style: LogStyle = .program("brightnessd")) -> Log {
    Log(level, style: style, now: { self.time.now }) { line in
      if self.isFull.load(ordering: .relaxed) { return false }
      self.written.withLock { $0.append(line) }
      return true
    }
  }
}
