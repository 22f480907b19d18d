@testable import Hardware

import BrightnessEventLoop
import Glibc
import HardwareTesting
import Testing

@Suite final class AttributeFileTests {
  private let tree: FakeTree
  private let path: String
  private var attribute: AttributeFile { AttributeFile(path: path) }

  init() throws {
    tree = try FakeTree()
    path = tree.path("attribute")
  }

  @Test(arguments: [("0", 0), ("1", 1), ("1060", 1060), ("2147483647", 2_147_483_647)])
  func `a number is read as the kernel prints it`(text: String, number: Int) throws {
    for ending in ["", "\n"] {
      try tree.put(.text(text + ending), at: "attribute")
      #expect(try attribute.number() == number)
    }
  }

  @Test(
    arguments: [
      "", "\n", "abc", "12abc", " 12", "12 ", "\n12", "12\0", "-1", "+1", "1.5", "0x10", "010", "00", "1e3", "١٢",
      "2147483648", "4294967296", "9223372036854775808", "99999999999999999999999",
    ]
  )
  func `text that is no number is an error that quotes it`(text: String) throws {
    try tree.put(.text(text), at: "attribute")

    let error = #expect(throws: LightError.self) { try attribute.number() }

    let found = text.hasSuffix("\n") ? String(text.dropLast()) : text
    #expect(error == .unexpected(path: path, found: found, wanted: "a whole number up to 2147483647"))
  }

  @Test func `an error is one line, however long and strange the text`() throws {
    try tree.put(.text("a\u{1B}\u{FFFD}'" + String(repeating: "x", count: 1000)), at: "attribute")

    let error = #expect(throws: LightError.self) { try attribute.number() }

    let shown = #"a\u{1B}\u{FFFD}\'"# + String(repeating: "x", count: 36) + "…"
    let wanted = "cannot read '\(path)': it holds '\(shown)' and not a whole number up to 2147483647"
    #expect(error?.description == wanted)
  }

  /// A list of triggers may be longer than the page that other attributes have.
  @Test(arguments: [4095, 4096, 4097, 8192, 10_000, 65_536])
  func `a file is read to its end`(length: Int) throws {
    let text = String((0..<length - 1).map { Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0 % 26))) })
    try tree.put(.text(text + "\n"), at: "attribute")

    #expect(try attribute.text() == text)
  }

  @Test(arguments: [65_537, 200_000])
  func `a file longer than any attribute is an error`(length: Int) throws {
    try tree.put(.text(String(repeating: "1", count: length)), at: "attribute")

    let error = #expect(throws: LightError.self) { try attribute.text() }

    #expect(error?.description == "cannot read '\(path)': it is larger than 64 KiB")
  }

  @Test(
    arguments: [
      (FakeFile.absent, "open", ENOENT), (.link("gone"), "open", ENOENT), (.folder, "read", EISDIR),
      (.link("/proc/self/mem"), "read", EIO), (.link("attribute"), "open", ELOOP),
    ]
  )
  func `a failed read throws the reason`(file: FakeFile, verb: String, code: CInt) throws {
    try tree.put(file, at: "attribute")

    let error = #expect(throws: LightError.self) { try attribute.text() }

    #expect(error == .refused(SystemError(verb, path, ErrorCode(rawValue: code))))
  }

  @Test(
    arguments: [
      (FakeFile.absent, "open", ENOENT), (.folder, "open", EISDIR), (.link("/dev/full"), "write", ENOSPC),
      (.link("/proc/self/mem"), "write", EIO),
    ]
  )
  func `a failed write throws the reason and creates no file`(file: FakeFile, verb: String, code: CInt) throws {
    try tree.put(file, at: "attribute")

    let error = #expect(throws: LightError.self) { try attribute.write("7") }

    #expect(error == .refused(SystemError(verb, path, ErrorCode(rawValue: code))))
    #expect(access(path, F_OK) == (code == ENOENT ? -1 : 0))
  }

  @Test func `a shorter level replaces a longer one`() throws {
    try tree.put("60000", at: "attribute")

    try attribute.write("12")

    #expect(try tree.text("attribute") == "12\n")
  }

  @Test func `only the first line of a level file counts`() throws {
    try tree.put(.text("12\n00\n"), at: "attribute")

    #expect(try attribute.number() == 12)
  }

  @Test(
    arguments: [
      ("write", ENOENT, true), ("write", ENODEV, true), ("open", ENXIO, true), ("write", ENXIO, false),
      ("write", EIO, false), ("write", EACCES, false), ("write", EBUSY, false),
    ]
  )
  func `a removed light is distinguished from one that refuses`(verb: String, code: CInt, isGone: Bool) {
    let error = LightError.refused(SystemError(verb, "brightness", ErrorCode(rawValue: code)))

    #expect(error.isGone == isGone)
  }

  @Test func `an error has the operation, the object and the reason`() {
    let refused = LightError.refused(SystemError("open", "/sys/x", ErrorCode(rawValue: EACCES)))

    #expect("\(refused)" == "cannot open '/sys/x': permission denied")
    #expect("\(LightError.cutShort(path: "x", taken: 1, of: 3))" == "cannot write 'x': it took 1 of 3 bytes")
    #expect(
      "\(EventSourceError.pathTooLong(path: "x", limit: 2))" == "cannot listen on 'x': the path is longer than 2 bytes"
    )
    #expect("\(EventSourceError.inUse(path: "x"))" == "cannot listen on 'x': another process does")
  }
}
