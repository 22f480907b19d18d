import Testing
import Varlink

@Suite struct WireLimitsTests {
  @Test func `the default limits are those of the documentation`() {
    let limits = WireLimits()

    #expect(limits.connections == 1024)
    #expect(limits.connectionsPerUser == 64)
    #expect(limits.messageBytes == 65_536)
    #expect(limits.outputBytes == 262_144)
    #expect(limits.nesting == 16)
  }
}
