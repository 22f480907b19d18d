import DDC
import DDCTesting
import Testing

@Suite struct MonitorIdentityTests {
  private static func identities(_ edids: EDIDBytes...) throws -> [String] {
    let parsed = try edids.map { try EDID($0.bytes) }
    return MonitorIdentity.all(parsed, at: Array(["DP-1", "DP-2", "DP-3"].prefix(edids.count))).map(\.description)
  }

  @Test(arguments: [0, 1, 0x0101_0101, 0xFFFF_FFFF] as [UInt32])
  func `a placeholder number is ignored, and the connector is used instead`(_ number: UInt32) throws {
    #expect(try Self.identities(EDIDBytes(serialNumber: number)) == ["ddc/DEL-a0b1@DP-1"])
  }

  @Test(arguments: ["0", "1", "0000000000000", "0000000000001", "16843009", "XXXXXXXX", "            ", "H1AK500000"])
  func `a placeholder text is ignored, and the number is used instead`(_ text: String) throws {
    #expect(try Self.identities(EDIDBytes(serialText: text)) == ["ddc/DEL-a0b1-777"])
    #expect(try Self.identities(EDIDBytes(serialNumber: 0, serialText: text)) == ["ddc/DEL-a0b1@DP-1"])
  }

  @Test func `characters that separate names are replaced`() throws {
    #expect(try Self.identities(EDIDBytes(serialText: "../A@B-C D")) == ["ddc/DEL-a0b1-.._A_B_C_D"])
  }

  @Test func `a serial number that two present monitors share is none for both`() throws {
    let (twin, other) = (EDIDBytes(serialNumber: 5), EDIDBytes(serialNumber: 6))

    #expect(
      try Self.identities(twin, other, twin) == ["ddc/DEL-a0b1@DP-1", "ddc/DEL-a0b1-6", "ddc/DEL-a0b1@DP-3"]
    )
  }

  @Test func `monitors of two models may have the same serial number`() throws {
    #expect(
      try Self.identities(EDIDBytes(serialNumber: 5), EDIDBytes("GSM", serialNumber: 5))
        == ["ddc/DEL-a0b1-5", "ddc/GSM-a0b1-5"]
    )
  }
}
