import BrightnessEventLoop
import Glibc

/// The alternate screen of the terminal. A watch opens it, and closes it however it ends.
package final class LiveScreen {
  /// The signals of the terminal that `handle` takes.
  package static let signals = [SIGWINCH, SIGTSTP, SIGCONT]

  private var shown: [String] = []
  private var isOpen = false
  /// The terminal's settings before the screen was opened.
  private var settings: termios?
  /// The last line, which says how to leave.
  private let hint: String?

  package init(hint: String?) { self.hint = hint }

  /// Switches to the alternate screen, without a cursor and without echo; keys arrive one by one.
  package func open() throws(Failure) {
    guard !isOpen else { return }
    isOpen = true
    var silent = termios()
    if tcgetattr(STDOUT_FILENO, &silent) == 0 {
      settings = silent
      silent.c_lflag &= ~tcflag_t(ECHO | ICANON)
      tcsetattr(STDOUT_FILENO, TCSADRAIN, &silent)
    }
    try Console.write("\u{1B}[?1049h\u{1B}[?25l")
    shown = []
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    try? Console.write("\u{1B}[?25h\u{1B}[?1049l")
    if var settings { tcsetattr(STDOUT_FILENO, TCSADRAIN, &settings) }
  }

  /// Handles a signal of the terminal; while the program is stopped, the screen is closed.
  package func handle(_ signal: Signal) throws(Failure) {
    if signal.number == SIGTSTP {
      close()
      kill(getpid(), SIGSTOP)
    }
    try open()
    // After a change of its size, the terminal no longer shows these lines.
    shown = []
  }

  /// Draws the lines that fit, if they have changed.
  package func draw(_ lines: (Screen) -> [String]) throws(Failure) {
    let size = Screen.size(of: STDOUT_FILENO)
    var screen = Console.screen
    screen.columns = size?.columns ?? screen.columns
    let rows = max(size?.rows ?? 24, 1)
    let last = rows > 1 ? hint.map { [Style.minor.applied(to: $0, on: screen)] } ?? [] : []
    let lines = Array(lines(screen).prefix(rows - last.count)) + last
    guard lines != shown else { return }
    shown = lines
    try Console.write("\u{1B}[H" + lines.map { "\($0.printable)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
  }
}
