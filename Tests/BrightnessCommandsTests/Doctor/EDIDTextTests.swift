@testable import BrightnessCommands
@testable import Commands

import Testing

/// What a description of a machine says of its monitors.
@Suite struct EDIDTextTests {
  /// A base block with a serial number, and one as text in the first descriptor.
  private static func edid(_ number: UInt32, _ text: String) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128)
    for place in 0..<4 { bytes[12 + place] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(place))) }
    bytes.replaceSubrange(54..<59, with: [0, 0, 0, 0xFF, 0])
    bytes.replaceSubrange(59..<72, with: Array((text + "\n            ").utf8.prefix(13)))
    bytes[127] = 0 &- bytes.reduce(0, &+)
    return bytes
  }

  private static func shown(_ edids: [[UInt8]]) -> [[UInt8]] {
    var serials = AnonymousSerials()
    return edids.map { edid in
      let digits = Array(EDIDText(edid).text(&serials))
      return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16)! }
    }
  }

  private static func text(_ edid: [UInt8]) -> String { String(decoding: edid[59..<72], as: UTF8.self) }

  @Test func `a serial number is replaced by the same one each time it is met`() {
    let shown = Self.shown([Self.edid(123_456, "CN0ABC"), Self.edid(9, "XYZ1"), Self.edid(123_456, "CN0ABC")])

    // The numbers are 1001, 1002 and 1001 again, and their lowest bytes come first.
    #expect(shown.map { $0[12] } == [0xE9, 0xEA, 0xE9])
    #expect(shown.map(Self.text) == ["SN1001\n      ", "SN1002\n      ", "SN1001\n      "])
    #expect(shown.map { $0.reduce(0, &+) } == [0, 0, 0] as [UInt8])
  }

  @Test func `what makers leave in the place of a serial number stays`() {
    let edids = [Self.edid(0, "0000000000001"), Self.edid(0x0101_0101, "H1AK500000")]

    #expect(Self.shown(edids) == edids)
  }

  @Test func `an extension is shown only if it can have no serial number`() {
    let audio = [0x02] + [UInt8](repeating: 7, count: 127)
    let other = [0x70] + [UInt8](repeating: 8, count: 127)

    let shown = Self.shown([Self.edid(0, "1") + other + audio])[0]

    #expect(Array(shown[128...]) == audio)
    #expect(shown[126] == 1)
    #expect(shown[..<128].reduce(0, &+) == 0)
  }

  @Test func `bytes that are no EDID stay`() {
    #expect(Self.shown([[1, 2, 3]]) == [[1, 2, 3]])
  }
}
