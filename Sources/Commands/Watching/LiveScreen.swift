import Glibc

/// The terminal while something is alive on it: a page of its own, which is given back however the program ends.
final class LiveScreen {
  private let surroundings: Surroundings
  private var shown: [String] = []
  private var isOpen = false
  private var settings = termios()
  private var hasSettings = false

  init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  deinit {
    close()
  }

  /// Takes the page, without a cursor, and without showing what is typed.
  func open() throws(Failure) {
    guard !isOpen else { return }
    isOpen = true
    hasSettings = tcgetattr(STDOUT_FILENO, &settings) == 0
    if hasSettings {
      var silent = settings
      silent.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDOUT_FILENO, TCSADRAIN, &silent)
    }
    try put("\u{1B}[?1049h\u{1B}[?25l")
    shown = []
  }

  /// Gives the terminal back as it was.
  func close() {
    guard isOpen else { return }
    isOpen = false
    try? put("\u{1B}[?25h\u{1B}[?1049l")
    if hasSettings { tcsetattr(STDOUT_FILENO, TCSADRAIN, &settings) }
  }

  /// Shows lines, as many as there is room for; those that stand there already cost nothing.
  func show(_ lines: [String], rows: Int) throws(Failure) {
    let lines = Array(lines.prefix(max(rows, 1)))
    guard lines != shown else { return }
    shown = lines
    try put("\u{1B}[H" + lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
  }

  /// Forgets what stands there, since the terminal has changed it.
  func forget() {
    shown = []
  }

  private func put(_ text: String) throws(Failure) {
    try surroundings.put(text)
  }
}
