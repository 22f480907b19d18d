import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct ScreenTests {
  @Test func `colours are for terminals, unless NO_COLOR or TERM say otherwise`() {
    #expect(screen([:]).hasColours)
    #expect(screen(["NO_COLOR": ""]).hasColours)
    #expect(!screen(["NO_COLOR": "1"]).hasColours)
    #expect(!screen(["TERM": "dumb"]).hasColours)
    #expect(!screen([:], columns: nil).hasColours)
  }

  @Test func `only a terminal whose cursor can move is a page`() {
    #expect(screen([:]).isPage)
    #expect(screen(["NO_COLOR": "1"]).isPage)
    #expect(!screen(["TERM": "dumb"]).isPage)
    #expect(!screen([:], columns: nil).isPage)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "de_DE.UTF-8@euro"], true),
    (["LC_CTYPE": "C.UTF-8", "LANG": "C"], true), (["LC_ALL": "C", "LANG": "C.UTF-8"], false),
    (["LC_ALL": "", "LANG": "C.UTF-8"], true), (["LANG": "de_DE.ISO-8859-1"], false), (["LANG": "C"], false),
    ([:], false),
  ])
  func `the locale decides whether more than ASCII is shown`(environment: [String: String], isUnicode: Bool) {
    #expect(screen(environment).isUnicode == isUnicode)
  }

  @Test(arguments: [
    ("a\tKüche 🔆", "a\tKüche 🔆"), ("a\u{1B}[2J", #"a\u001b[2J"#), ("\u{7}\u{7F}\u{9B}", #"\u0007\u007f\u009b"#),
    ("\u{202E}\u{2028}\u{E0001}", #"\u202e\u2028\udb40\udc01"#), ("a\nb\r", #"a\u000ab\u000d"#),
    ("\u{1B}[33mheld\u{1B}[0m", "\u{1B}[33mheld\u{1B}[0m"), ("\u{1B}[33;5mheld\u{1B}", #"\u001b[33;5mheld\u001b"#),
  ])
  func `a line keeps its styles, and nothing else that a terminal obeys`(line: String, printable: String) {
    #expect(line.printable == printable)
  }

  @Test func `a file gets all characters`() {
    #expect(screen([:], columns: nil).shown("Küche") == "Küche")
    #expect(screen([:]).shown("Küche") == "K?che")
    #expect(screen([:]).shown("mpv ← sway…") == "mpv <- sway...")
    #expect(screen(["LANG": "C.UTF-8"]).shown("Küche") == "Küche")
  }

  @Test(arguments: [("abc", 3), ("Küche", 5), ("e\u{301}", 1), ("灯", 2), ("🔆", 2), ("", 0)])
  func `the width of a text is counted in columns`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func `a text that is too wide is cut with a mark`() {
    #expect("brightness".cut(to: 10, mark: "…") == "brightness")
    #expect("brightness".cut(to: 6, mark: "…") == "brigh…")
    #expect("灯灯灯".cut(to: 4, mark: "…") == "灯…")
    #expect("brightness".cut(to: 0, mark: "…") == "")
  }

  private func screen(_ environment: [String: String], columns: Int? = 80) -> Screen {
    Screen(columns: columns) { environment[$0] }
  }
}
