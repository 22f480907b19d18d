import Fleet
import Testing

@Suite struct FleetNameTests {
  @Test(arguments: ["a", "kiosk-7", "Berlin_floor-3", "all", String(repeating: "x", count: 64)])
  func `accepts letters, digits, hyphens and underscores`(text: String) {
    #expect(FleetName(text)?.description == text)
  }

  @Test(arguments: ["", "a/b", "+", "#", "a b", "ä", "a.b", "$SYS", "a\0", String(repeating: "x", count: 65)])
  func `refuses every other text`(text: String) {
    #expect(FleetName(text) == nil)
  }
}
