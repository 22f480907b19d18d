import BrightnessEventLoop
import Testing

@Suite struct MisspellingTests {
  @Test(arguments: [
    ("Flor", "Floor"), ("Flooor", "Floor"), ("Flaor", "Floor"), ("Folor", "Floor"), ("floor", "Floor"),
    ("hotkeys", "Hotkey"), ("brghtnes", "brightness"),
  ])
  func `a word is near with a letter missing, added, replaced or moved, and in another case`(
    word: String,
    meant: String
  ) {
    #expect(word.nearest(among: ["Floor", "Hotkey", "brightness"]) == meant)
  }

  @Test func `a third of the letters may be wrong, but not more`() {
    #expect("abcxyz".nearest(among: ["abcdyz"]) == "abcdyz")
    #expect("abxxyz".nearest(among: ["abcdyz"]) == "abcdyz")
    #expect("axxxyz".nearest(among: ["abcdyz"]) == nil)
    #expect("".nearest(among: ["ab"]) == nil)
  }

  @Test func `of several words the nearest wins, and the first as text of equal ones`() {
    #expect("least".nearest(among: ["most", "lease", "Least"]) == "Least")
    #expect("cat".nearest(among: ["hat", "bat"]) == "bat")
    #expect("bat".nearest(among: [String]()) == nil)
  }

  @Test func `a word of more than 64 letters is near to none`() {
    let word = String(repeating: "a", count: 64)
    #expect(word.nearest(among: [word]) == word)
    #expect((word + "a").nearest(among: [word]) == nil)
  }
}
