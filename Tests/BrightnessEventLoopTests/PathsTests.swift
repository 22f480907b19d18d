import BrightnessEventLoop
import Foundation
import Testing

@Suite final class PathsTests {
  private let path = NSTemporaryDirectory() + "brightnessd-\(UUID())"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  private func put(_ name: String) throws {
    try #require(FileManager.default.createFile(atPath: "\(path)/\(name)", contents: nil))
  }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 100_000])
  func `a file is read to its end`(length: Int) throws {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 / 3) }
    try Data(bytes).write(to: URL(filePath: "\(path)/file"))

    #expect(try Descriptor.contents(of: "\(path)/file", upTo: length) == bytes)
  }

  @Test func `a file without an end is read a page beyond the limit at most`() throws {
    #expect(try Descriptor.contents(of: "/dev/zero", upTo: 4096).count == 8192)
  }

  @Test func `the path of a link is resolved, and the error names a path that does not exist`() throws {
    #expect(try Folder.resolved("/proc/self") == "/proc/\(getpid())")
    #expect(throws: SystemError("resolve", "/none", ErrorCode(rawValue: ENOENT))) { try Folder.resolved("/none") }
  }

  @Test func `all names are listed, in order, many and long ones`() throws {
    // More than fit into one answer of the kernel, of every length modulo that of its entries.
    let names = (1000..<4000).map { "\($0)" + String(repeating: "x", count: $0 % 40) }
    for name in names.reversed() { try put(name) }

    #expect(try Folder.names(in: path) == names)
  }

  @Test func `hidden names and invalid UTF-8 are left out`() throws {
    try put(".hidden")
    try put("there")
    let strange = Array("\(path)/".utf8CString.dropLast()) + [-1, 0]
    try #require(mkdir(strange, 0o700) == 0)

    #expect(try Folder.names(in: path) == ["there"])
  }

  @Test func `a missing folder has no names`() throws {
    #expect(try Folder.names(in: "\(path)/nowhere") == [])
  }

  @Test func `listing a file fails`() throws {
    try put("file")

    let error = #expect(throws: SystemError.self) { try Folder.names(in: "\(path)/file") }

    #expect(error == SystemError("list", "\(path)/file", ErrorCode(rawValue: ENOTDIR)))
  }
}
