@testable import EventLoop

import Foundation
import Testing

@Suite struct FileContentsTests {
  @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000])
  func `a file is read to its end`(length: Int) throws {
    let path = NSTemporaryDirectory() + "brightnessd-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 / 3) }
    try Data(bytes).write(to: URL(filePath: path))

    #expect(try Descriptor.contents(of: path, upTo: length) == bytes)
  }

  @Test func `a file without an end is read a page beyond the limit at most`() throws {
    #expect(try Descriptor.contents(of: "/dev/zero", upTo: 4096).count == 8192)
  }

  @Test func `the path of a link is resolved, and the error names a path that does not exist`() throws {
    #expect(try Folder.resolved("/proc/self") == "/proc/\(getpid())")
    #expect(throws: SystemError("resolve", "/none", ErrorCode(rawValue: ENOENT))) { try Folder.resolved("/none") }
  }
}
