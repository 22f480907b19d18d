@testable import Hardware

import BrightnessModel
import CBrightnessLinux
import Glibc
import HardwareTesting
import Testing
import Udev

@Suite struct UdevMessageTests {
  private static let hotkey = FakeEvent.udevMessage("change", Machine.intel, ["SOURCE=hotkey", "SEQNUM=4711"])

  @Test func `messages of udevd are parsed`() {
    #expect(
      notification(Self.hotkey)
        == .event(
          DeviceEvent(action: .change, subsystem: .backlight, name: "intel_backlight", source: .hotkey, number: 4711)
        )
    )
  }

  @Test func `a truncated message is rejected at every length`() {
    let understood = (0..<Self.hotkey.count).compactMap { notification(Array(Self.hotkey[..<$0])) }

    #expect(understood == [])
  }

  @Test func `a longer header and bytes after the properties are accepted`() {
    var message = Self.hotkey
    message.insert(contentsOf: [1, 2, 3], at: 40)
    message[16] = 43
    message += [4, 5, 6]

    #expect(notification(message) == notification(Self.hotkey))
  }

  @Test(
    arguments: [
      (0, [0x4C]), (7, [1]), (8, [0, 0, 0, 0]), (16, [39, 0, 0, 0]), (16, [255, 255, 255, 255]),
      (20, [255, 255, 255, 255]), (20, [0, 0, 0, 0]),
    ] as [(Int, [UInt8])]
  )
  func `a message with another header is rejected`(place: Int, bytes: [UInt8]) {
    var message = Self.hotkey
    message.replaceSubrange(place..<place + bytes.count, with: bytes)

    #expect(notification(message) == nil)
  }

  @Test(arguments: UdevMessage.hashes)
  func `the hash of a subsystem is that of libudev`(subsystem: String, hash: UInt32) throws {
    let monitor = try UdevMonitor(group: .udev)
    try monitor.subscribe(to: [subsystem])

    #expect(try filter(of: monitor.number).contains(hash))
  }

  /// The numbers in the filter that libudev has put on a socket.
  private func filter(of number: CInt) throws -> [UInt32] {
    var instructions = [sock_filter](repeating: sock_filter(), count: 64)
    // Of instructions, not of bytes.
    var count = socklen_t(instructions.count)
    let answer = instructions.withUnsafeMutableBytes {
      getsockopt(number, SOL_SOCKET, SO_GET_FILTER, $0.baseAddress, &count)
    }
    try #require(answer == 0)
    return instructions.prefix(Int(count)).map(\.k)
  }

  private func notification(_ message: [UInt8]) -> DeviceNotification? {
    message.withUnsafeBytes { DeviceNotification(udevMessage: $0) }
  }
}
