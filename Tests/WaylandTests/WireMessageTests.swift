import Testing

@testable import Wayland

/// The bytes are those of a machine whose words begin with their lowest byte.
@Suite struct WireMessageTests {
  /// A message with this size and 7 as its object and 3 as its code, without its arguments.
  private static func header(_ size: UInt16) -> [UInt8] {
    [7, 0, 0, 0, 3, 0, UInt8(size & 0xFF), UInt8(size >> 8)]
  }

  @Test(
    arguments: [
      ([], Self.header(8)), ([.number(0x0102_0304)], Self.header(12) + [4, 3, 2, 1]),
      ([.text("")], Self.header(16) + [1, 0, 0, 0, 0, 0, 0, 0]),
      ([.text("abc"), .number(9)], Self.header(20) + [4, 0, 0, 0, 0x61, 0x62, 0x63, 0, 9, 0, 0, 0]),
      ([.text("abcd")], Self.header(20) + [5, 0, 0, 0, 0x61, 0x62, 0x63, 0x64, 0, 0, 0, 0]),
    ] as [([WireMessage.Argument], [UInt8])]
  )
  func `a message has a header and its arguments in whole words`(
    arguments: [WireMessage.Argument],
    bytes: [UInt8]
  ) throws {
    let message = WireMessage(to: 7, code: 3, arguments)

    #expect(message.bytes == bytes)
    var reader = MessageReader()
    reader.append(bytes)
    #expect(try reader.next() == message)
    #expect(try reader.next() == nil)
    var read = ArgumentReader(message)
    for argument in arguments {
      switch argument {
      case .number(let number): #expect(try read.number() == number)
      case .text(let text): #expect(try read.text() == text)
      }
    }
    try read.end()
  }

  @Test func `messages may come in any pieces`() throws {
    let second = WireMessage(to: 2, code: 1, [.text("ab"), .number(5)])
    let messages = [WireMessage(to: 1, code: 0), second, WireMessage(to: 3, code: 2)]
    let bytes = messages.flatMap(\.bytes)

    for size in 1...bytes.count {
      var reader = MessageReader()
      var found: [WireMessage] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.append(bytes[start..<min(start + size, bytes.count)])
        while let message = try reader.next() { found.append(message) }
      }
      #expect(found == messages)
    }
  }

  @Test func `a message may have as many bytes as its header can say`() throws {
    let bytes = Self.header(0xFFFC) + [UInt8](repeating: 1, count: 0xFFFC - 8)
    var reader = MessageReader()

    reader.append(bytes.dropLast())
    #expect(try reader.next() == nil)
    reader.append(bytes.suffix(1))

    #expect(try reader.next()?.bytes == bytes)
  }

  @Test(arguments: [0, 4, 7, 9, 10, 0xFFFF] as [UInt16])
  func `a size that no message has is refused`(size: UInt16) {
    var reader = MessageReader()

    reader.append(Self.header(size) + [UInt8](repeating: 0, count: 0x1_0000))

    #expect(throws: MalformedMessage()) { try reader.next() }
  }

  @Test(
    arguments: [
      // Without a length, without its zero by its length, beyond the end, and without its zero.
      [], [0, 0, 0, 0], [5, 0, 0, 0, 0x61, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0],
      [2, 0, 0, 0, 0x61, 0x62, 0, 0],
    ] as [[UInt8]]
  )
  func `what is no text is refused`(arguments: [UInt8]) throws {
    var reader = MessageReader()
    reader.append(Self.header(UInt16(8 + arguments.count)) + arguments)
    var read = ArgumentReader(try #require(try reader.next()))

    #expect(throws: MalformedMessage()) { try read.text() }
  }

  @Test func `arguments that are missing or too many are refused`() {
    var empty = ArgumentReader(WireMessage(to: 1, code: 0))
    let full = ArgumentReader(WireMessage(to: 1, code: 0, [.number(1)]))

    #expect(throws: MalformedMessage()) { try empty.number() }
    #expect(throws: MalformedMessage()) { try full.end() }
  }
}
