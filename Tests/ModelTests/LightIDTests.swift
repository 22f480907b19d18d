import Model
import Testing

@Suite struct LightIDTests {
  @Test func `names sort by their bytes`() {
    let names = ["leds/a", "backlight/card2", "backlight/card10", "backlight/é", "backlight/z", "backlight/B"]

    let sorted = names.compactMap(LightID.init).sorted().map(\.description)

    #expect(
      sorted == ["backlight/B", "backlight/card10", "backlight/card2", "backlight/z", "backlight/é", "leds/a"]
    )
    #expect(sorted == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test(arguments: ["backlight/intel_backlight", "leds/tpacpi::kbd_backlight", "leds/a b", "backlight/a.."])
  func `a possible device name is parsed and written back`(text: String) throws {
    #expect(try #require(LightID(text)).description == text)
  }

  @Test(
    arguments: [
      "", "backlight", "backlight/", "tty/x", "backlight/..", "backlight/.", "backlight/a/b", "/x", "leds/a\0",
      "leds/.a",
    ]
  )
  func `a text that cannot name a device is nil`(text: String) {
    #expect(LightID(text) == nil)
  }
}
