import BrightnessModel
import Testing

/// Names as drivers give them, and as the kernel changes them.
@Suite struct KeyboardLEDsTests {
  @Test(arguments: [
    ("leds/rgb:kbd_backlight_1", "leds/rgb:kbd_backlight"),
    ("leds/rgb:kbd_backlight_119", "leds/rgb:kbd_backlight"),
    ("leds/asus::kbd_backlight_1", "leds/asus::kbd_backlight"),
    ("leds/kbd_backlight_2", "leds/kbd_backlight"),
    ("leds/hp:rgb:kbd_zoned_backlight-left", "leds/hp:rgb:kbd_backlight"),
    ("leds/hp:rgb:kbd_zoned_backlight-wasd_1", "leds/hp:rgb:kbd_backlight"),
  ])
  func `the LEDs of a keyboard have one id for clients`(led: String, shown: String) throws {
    #expect(try #require(LightID(led)).visible.description == shown)
  }

  @Test(arguments: [
    "leds/asus::kbd_backlight", "leds/white:kbd_backlight", "leds/rgb:kbd_backlight_", "leds/rgb:kbd_backlight_a",
    "leds/rgb:kbd_backlight_1x", "leds/rgb:kbd_backlight_-1", "leds/rgb:kbd_backlight-1", "leds/tpacpi::power_1",
    "leds/_1", "backlight/kbd_backlight_1", "backlight/x:kbd_zoned_backlight-left", "ddc/kbd_backlight_1",
  ])
  func `every other light has its own id`(light: String) throws {
    #expect(try #require(LightID(light)).visible.description == light)
  }

  @Test(arguments: [
    ("leds/tpacpi::kbd_backlight", true), ("leds/rgb:kbd_backlight_7", true), ("leds/kbd_backlight", true),
    ("leds/casper:rgb:kbd_zoned_backlight-middle", true), ("leds/casper:rgb:biaslight", false),
    ("leds/input3::capslock", false), ("leds/kbd_back", false), ("backlight/kbd_backlight", false),
  ])
  func `keyboards are known by the functions in their names`(light: String, isKeyboard: Bool) throws {
    #expect(try #require(LightID(light)).isKeyboard == isKeyboard)
  }
}
