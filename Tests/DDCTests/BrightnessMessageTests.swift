import DDC
import DDCTesting
import Testing

@Suite struct BrightnessMessageTests {
  private static let reply: [UInt8] = [0x6E, 0x88, 0x02, 0x00, 0x10, 0x00, 0x00, 0x64, 0x00, 0x28, 0xE8]
  private static let level = BrightnessReply.level(MonitorLevel(40, of: 100))

  @Test func `requests have the bytes of the standard`() {
    #expect(BrightnessRequest.get.bytes == [0x51, 0x82, 0x01, 0x10, 0xAC])
    #expect(BrightnessRequest.set(0x012C).bytes == [0x51, 0x84, 0x03, 0x10, 0x01, 0x2C, 0x85])
  }

  @Test func `a reply has the level and the maximum`() {
    #expect(BrightnessReply(Self.reply) == Self.level)
    #expect(BrightnessReply(Self.reply + [0]) == Self.level)
    #expect(BrightnessReply(Self.reply + [0xFF]) == Self.level)
  }

  @Test func `a doubled first byte and a missing flag are tolerated`() {
    #expect(BrightnessReply([0x6E] + Self.reply) == Self.level)
    #expect(BrightnessReply(ReplyShape.missingLengthFlag.applied(to: Self.reply)) == Self.level)
  }

  @Test func `a reply without content is null`() {
    #expect(BrightnessReply([0x6E, 0x80, 0xBE]) == .null)
    #expect(BrightnessReply([0x6E, 0x6E, 0x80, 0xBE]) == .null)
    #expect(BrightnessReply([0x6E, 0x80, 0xBE] + Array(repeating: 0, count: 9)) == .null)
  }

  @Test(
    arguments: [
      ([], .hasNoHeader), ([0x6E], .hasNoHeader), ([0x6E, 0x88], .hasNoHeader), ([0x6E, 0x6E, 0x88], .isTooShort),
      (Array(Self.reply[..<10]), .isTooShort), (Array(Self.reply[1...]), .hasNoHeader),
      (Array(repeating: 0, count: 12), .hasNoHeader), (Array(repeating: 0xFF, count: 12), .hasNoHeader),
      (Self.reply.dropLast() + [0xE9], .hasWrongChecksum), ([0x6E, 0x81, 0x02, 0xBD], .isTooShort),
      (ReplyShape.anotherFeature.applied(to: Self.reply), .isAboutAnother),
    ] as [([UInt8], MalformedReply)]
  )
  func `anything else is malformed`(_ bytes: [UInt8], _ reason: MalformedReply) {
    #expect(BrightnessReply(bytes) == .malformed(reason))
  }

  @Test func `each single bit that differs is noticed, except the flag of the length`() {
    for bit in 0..<Self.reply.count * 8 where bit != 15 {
      var changed = Self.reply
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(BrightnessReply(changed) != Self.level, "bit \(bit)")
    }
  }

  @Test func `a monitor without brightness says so`() {
    var reply = Self.reply
    reply[3] = 1
    reply[10] ^= 1

    #expect(BrightnessReply(reply) == .unsupported)
  }
}
