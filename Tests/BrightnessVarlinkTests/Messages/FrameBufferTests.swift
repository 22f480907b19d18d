import Testing

@testable import BrightnessVarlink

@Suite struct FrameBufferTests {
  @Test func `messages that were taken do not stay in memory while the next one is always there`() throws {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 49)
    var buffer = FrameBuffer(limit: 100)
    (message + [0]).withUnsafeBytes { buffer.append($0) }

    for _ in 0..<10_000 {
      (message + [0]).withUnsafeBytes { buffer.append($0) }
      let taken = try buffer.next()
      try #require(taken == message)
      try #require(buffer.size <= FrameBuffer.mostTaken + 200)
    }

    #expect(buffer.count == 50)
  }
}
