import DDC
import DDCTesting
import RandomHistories
import Testing

/// Bytes from a monitor or a worker that mean nothing, or lie, are refused or read: none of them is
/// a trap.
@Suite struct RandomBytesTests {
  private static let seeds = historySeeds(20)

  @Test(arguments: seeds) func `a random reply of a monitor is read or refused`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      var bytes = random.bytes(random.number(below: 16))
      if random.oneIn(2), bytes.count > 2 { bytes.replaceSubrange(0..<2, with: [0x6E, 0x80 | bytes[1] & 0x0F]) }
      if case .level = BrightnessReply(bytes) { #expect(bytes.contains(0x10)) }
    }
  }

  @Test(arguments: seeds) func `a random EDID with good sums is read`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let edid = try EDID(random.edid())

      let identity = MonitorIdentity.all([edid], at: ["DP-1"])[0].description
      #expect(identity.hasPrefix("ddc/\(edid.manufacturer)-"))
      #expect(identity.utf8.count { $0 == UInt8(ascii: "/") } == 1)
      #expect(identity.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
  }

  @Test(arguments: seeds) func `16 random bytes are a message with these bytes, or none`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      var bytes = random.bytes(16)
      bytes[0] &= 3
      if random.oneIn(2) { bytes.replaceSubrange(6..<16, with: Array(repeating: 0, count: 10)) }
      if let request = WorkerRequest(bytes) { #expect(request.bytes == bytes) }
      if let reply = WorkerReply(bytes) { #expect(reply.bytes == bytes) }
    }
  }
}

extension SeededRandom {
  fileprivate mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(number(below: 256)) } }

  /// Random but for the header, the maker and the sums.
  fileprivate mutating func edid() -> [UInt8] {
    let model = EDIDBytes(dataBlocks: []).bytes
    var bytes = bytes(256)
    bytes.replaceSubrange(0..<10, with: model[..<10])
    // Descriptors with texts are rare among random bytes.
    for start in [54, 72] where oneIn(2) { bytes.replaceSubrange(start..<start + 5, with: [0, 0, 0, 0xFF, 0]) }
    if oneIn(2) { bytes.replaceSubrange(128..<130, with: [2, 3]) }
    for start in [0, 128] { bytes[start + 127] = 0 &- bytes[start..<start + 127].reduce(0, &+) }
    return bytes
  }
}
