import BrightnessModel
import Fleet
import RandomHistories
import Testing

@Suite struct LightTopicNameTests {
  @Test(arguments: [
    ("backlight/intel_backlight", "backlight--intel_backlight"),
    ("leds/dell::kbd_backlight", "leds--dell-3A-3Akbd_backlight"),
    ("ddc/DELL U2720Q-7", "ddc--DELL-20U2720Q-2D7"),
    ("ddc/é#+", "ddc---C3-A9-23-2B"),
  ])
  func `spells an id in letters that a topic may have, and reads it back`(id: String, name: String) throws {
    let light = try #require(LightID(id))

    #expect(LightTopicName(of: light).description == name)
    #expect(LightTopicName(name)?.light == light)
  }

  @Test(arguments: [
    "", "intel_backlight", "backlight", "backlight--", "backlight---2e", "backlight--a-", "backlight--a-4",
    "backlight--a-2d", "backlight--a-61", "backlight--a-FF", "backlight--a--b", "backlight--a-+1", "other--a",
    "backlight--a/b", "backlight--#",
  ])
  func `reads nothing else`(text: String) {
    #expect(LightTopicName(text) == nil)
  }

  @Test(arguments: historySeeds(20))
  func `ids that look alike have different names`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var ids: [String: LightID] = [:]
    for _ in 0..<500 {
      let letters = (0...random.number(below: 6)).map { _ in random.one(of: ["-", ":", "2", "D", "_", "é", " ", "A"]) }
      let light = LightID(.leds, letters.joined())
      let name = LightTopicName(of: light)

      #expect(ids.updateValue(light, forKey: name.description).map { $0 == light } != false)
      #expect(LightTopicName(name.description) == name)
    }
  }
}
