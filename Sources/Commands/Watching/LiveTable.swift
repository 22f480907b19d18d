import ControlAPI
import EventLoop
import Glibc
import Model

struct LiveTable: Sendable {
  var overview = Overview(lights: [], sessions: [])
  /// Why the overview is out of date.
  var interruption: String?

  mutating func apply(_ change: LightsInterface.Watch.Reply) {
    interruption = nil
    let index = overview.lights.firstIndex { $0.id == change.light.id }
    switch (index, change.cause) {
    case (let index?, .removed): overview.lights.remove(at: index)
    case (nil, .removed): break
    case (let index?, _): overview.lights[index] = change.light
    case (nil, _): overview.lights.append(change.light)
    }
  }

  func lines(on screen: Screen, _ names: Names) -> [String] {
    overview.lines(on: screen, names)
      + [interruption].compactMap { $0?.cut(to: screen.columns ?? .max, mark: screen.ellipsis) }
  }
}

/// The alternate screen of the terminal, which is left however the program ends.
final class LiveScreen {
  private var shown: [String] = []
  private var isOpen = false
  /// Those of before, if it is a terminal.
  private var settings: termios?

  deinit { close() }

  /// Switches to the alternate screen, without a cursor and without echo.
  func open() throws(Failure) {
    guard !isOpen else { return }
    isOpen = true
    var silent = termios()
    if tcgetattr(STDOUT_FILENO, &silent) == 0 {
      settings = silent
      silent.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDOUT_FILENO, TCSADRAIN, &silent)
    }
    try Console.write("\u{1B}[?1049h\u{1B}[?25l")
    shown = []
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    try? Console.write("\u{1B}[?25h\u{1B}[?1049l")
    if var settings { tcsetattr(STDOUT_FILENO, TCSADRAIN, &settings) }
  }

  /// Handles a signal of the terminal; while the program is stopped, the screen is closed.
  func handle(_ signal: Signal) throws(Failure) {
    if signal.number == SIGTSTP {
      close()
      kill(getpid(), SIGSTOP)
    }
    try open()
    // After a change of size the terminal shows something else.
    shown = []
  }

  /// Draws the lines that fit, if they have changed.
  func show(_ picture: LiveTable) throws(Failure) {
    let size = Screen.size(of: STDOUT_FILENO)
    var screen = Console.screen
    screen.columns = size?.columns ?? screen.columns
    let lines = Array(picture.lines(on: screen, .ofSystem).prefix(max(size?.rows ?? 24, 1)))
    guard lines != shown else { return }
    shown = lines
    try Console.write("\u{1B}[H" + lines.map { "\($0.printable)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
  }
}
