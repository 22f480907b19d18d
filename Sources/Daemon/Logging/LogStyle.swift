import EventLoop
import Glibc

/// What a line of the log looks like.
public enum LogStyle: Hashable, Sendable {
  /// For a person: the message alone.
  case plain
  /// For the journal, which takes the level from a number in front: `<4>`.
  case journal

  /// What suits a descriptor: `stream` is the value of `JOURNAL_STREAM`, device and inode of what systemd gave us to write to.
  init(of descriptor: CInt, stream: String?) {
    var status = stat()
    let isJournal = fstat(descriptor, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    self = isJournal ? .journal : .plain
  }

  func line(_ level: LogLevel, _ message: String) -> String {
    let text = message.inOneLine(atMost: 2000)
    return self == .journal ? "<\(level.priority)>\(text)\n" : "\(text)\n"
  }
}
