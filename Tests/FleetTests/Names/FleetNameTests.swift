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

  @Test(arguments: [("kiosk-7", "kiosk-7"), ("kiosk.example.org", "kiosk-example-org"), ("büro", "b-ro"), ("", "-")])
  func `a name can be made of any text`(text: String, name: String) {
    #expect(FleetName(of: text).description == name)
  }

  @Test func `a name that is made of a long text is cut`() {
    #expect(FleetName(of: String(repeating: "a", count: 65)).description.utf8.count == FleetName.longest)
  }
}
