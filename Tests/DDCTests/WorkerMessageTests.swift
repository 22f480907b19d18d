import DDC
import Testing

@Suite struct WorkerMessageTests {
  private static let requests: [WorkerRequest] = [
    .connector("card1-DP-1"), .connector("card0-HDMI-A-12"), .read(of: 0x0102_0304_0506_0708),
    .write(0xABCD, to: .max), .write(0, to: 0),
  ]
  private static let replies: [WorkerReply] =
    [.done, .level(MonitorLevel(40, of: 100)), .level(MonitorLevel(0xFFFF, of: 0xFFFE))]
    + WorkerFault.Kind.allCases.map { .failed(WorkerFault($0, code: 121)) }

  @Test func `a message is 16 bytes, and the same again`() throws {
    for request in Self.requests {
      let bytes = try #require(request.bytes)
      #expect(bytes.count == 16)
      #expect(WorkerRequest(bytes) == request)
    }
    for reply in Self.replies {
      #expect(reply.bytes.count == 16)
      #expect(WorkerReply(reply.bytes) == reply)
    }
  }

  @Test func `the bytes stay the same from version to version`() {
    #expect(WorkerRequest.connector("card1-DP-1").bytes == [1] + Array("card1-DP-1".utf8) + [0, 0, 0, 0, 0])
    #expect(WorkerRequest.read(of: 0x0102).bytes == [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
    #expect(WorkerRequest.write(0x0304, to: 5).bytes == [3, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    #expect(WorkerReply.done.bytes == Array(repeating: 0, count: 16))
    #expect(
      WorkerReply.level(MonitorLevel(0x0102, of: 0x0304)).bytes
        == [1, 0, 1, 2, 3, 4] + Array(repeating: 0, count: 10)
    )
    #expect(
      WorkerReply.failed(WorkerFault(.isRefused, code: 6)).bytes
        == [2, 8, 0, 0, 0, 0, 0, 6] + Array(repeating: 0, count: 8)
    )
  }

  @Test(arguments: ["", "card10-HDMI-A-10", "card\0-DP-1"])
  func `a name that does not fit has no bytes`(_ name: String) {
    #expect(WorkerRequest.connector(name).bytes == nil)
  }

  @Test func `bytes that are no request, or no reply, are refused`() {
    let wrong: [[UInt8]] = [
      [], [2], Array(repeating: 0xFF, count: 16), [0] + Array(repeating: 0, count: 15),
      [1, 0x41, 0, 0x41] + Array(repeating: 0, count: 12), [1] + Array(repeating: 0, count: 15),
      [2, 1] + Array(repeating: 0, count: 14), [2, 0, 1] + Array(repeating: 0, count: 13),
      [3, 0, 0, 0, 1] + Array(repeating: 0, count: 11), Array(repeating: 0, count: 17),
      [1, 0xFF] + Array(repeating: 0, count: 14),
    ]
    for bytes in wrong { #expect(WorkerRequest(bytes) == nil, "\(bytes)") }
    for bytes in [[3], [1, 1], [2, 0], [2, 99], [0, 0, 1]] as [[UInt8]] {
      #expect(WorkerReply(bytes + Array(repeating: 0, count: 16 - bytes.count)) == nil, "\(bytes)")
    }
    #expect(WorkerReply([]) == nil)
    #expect(WorkerReply(Array(repeating: 0, count: 15)) == nil)
  }
}
