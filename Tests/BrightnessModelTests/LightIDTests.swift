import BrightnessModel
import Testing

@Suite struct LightIDTests {
  @Test func `names sort by their bytes`() {
    let names = ["leds/a", "backlight/card2", "backlight/card10", "backlight/é", "backlight/z", "backlight/B"]

    let sorted = names.compactMap(LightID.init).sorted().map(\.description)

    #expect(sorted == ["backlight/B", "backlight/card10", "backlight/card2", "backlight/z", "backlight/é", "leds/a"])
  }

  @Test func `names that differ in their bytes are different lights, even if they are the same text`() {
    let composed = LightID(.leds, "\u{E9}::kbd_backlight")
    let decomposed = LightID(.leds, "e\u{301}::kbd_backlight")

    #expect(composed.name == decomposed.name)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(composed != LightID(.backlight, "\u{E9}::kbd_backlight"))
  }

  @Test func `a name is no longer than the kernel's limit`() {
    #expect(LightID("leds/" + String(repeating: "é", count: 127) + "a") != nil)
    #expect(LightID("leds/" + String(repeating: "é", count: 128)) == nil)
  }

  @Test(arguments: [
    "backlight/intel_backlight", "leds/tpacpi::kbd_backlight", "leds/a b", "backlight/a..", "leds/\u{300}a",
  ])
  func `a possible device name is parsed and written back`(text: String) throws {
    #expect(try #require(LightID(text)).description == text)
  }

  @Test(arguments: [
    "", "backlight", "backlight/", "tty/x", "backlight/..", "backlight/.", "backlight/a/b", "/x", "leds/a\0",
    "leds/.a", "leds/a/\u{300}b", "leds/.\u{300}", "leds\u{300}/a",
  ])
  func `a text that cannot name a device is nil`(text: String) {
    #expect(LightID(text) == nil)
  }
}
