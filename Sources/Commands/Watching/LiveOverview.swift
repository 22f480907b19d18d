import ControlAPI
import Glibc
import Model

/// The overview as it changes.
struct LivePicture: Sendable {
  static let lost = "cannot watch 'lights': the daemon is gone; they are told again when it is back"

  var overview = Overview(lights: [], sessions: [])
  /// Why this is how it was at last.
  var trouble: String?

  static func missing(_ failure: Failure) -> String { "\(failure.reason); it is told of when it is back" }

  mutating func take(_ news: LightsInterface.Watch.Reply) {
    trouble = nil
    let place = overview.lights.firstIndex { $0.id == news.light.id }
    switch (place, news.cause) {
    case (let place?, .removed): overview.lights.remove(at: place)
    case (nil, .removed): break
    case (let place?, _): overview.lights[place] = news.light
    case (nil, _): overview.lights.append(news.light)
    }
  }

  /// Whether each scene that decides is known: neither number is given a second time.
  var knowsHolders: Bool {
    overview.lights.allSatisfy { light in
      guard let number = light.session else { return true }
      return overview.sessions.contains { $0.id == number && $0.scenes.contains { $0.id == light.scene } }
    }
  }

  func lines(on screen: Screen, _ names: Names) -> [String] {
    // Nobody is told when those who wait go.
    let overview = Overview(lights: overview.lights, sessions: overview.sessions.filter { !$0.suspended })
    let lines = overview.lines(on: screen, names)
    return lines + [trouble].compactMap { $0?.cut(to: screen.columns ?? .max, mark: screen.ellipsis) }
  }
}

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
