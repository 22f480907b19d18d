@testable import Hardware

import CLinux
import Glibc
import HardwareTesting
import Model
import Testing

@Suite struct UdevMessageTests {
  private static let hotkey = FakeEvent.udevMessage("change", Machine.intel, ["SOURCE=hotkey", "SEQNUM=4711"])

  @Test func `what udevd passes on is understood`() {
    #expect(
      notification(Self.hotkey)
        == .event(DeviceEvent(.change, .backlight, "intel_backlight", source: .hotkey, number: 4711))
    )
  }

  @Test func `a message that is cut anywhere is none`() {
    let understood = (0..<Self.hotkey.count).compactMap { notification(Array(Self.hotkey[..<$0])) }

    #expect(understood == [])
  }

  @Test func `properties may stand behind a longer header, and something behind them`() {
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
  func `a message whose header is another is none`(place: Int, bytes: [UInt8]) {
    var message = Self.hotkey
    message.replaceSubrange(place..<place + bytes.count, with: bytes)

    #expect(notification(message) == nil)
  }

  @Test func `what the kernel says is no message of udevd's, and the other way round`() {
    let kernelText = FakeEvent.text("change", Machine.intel)

    #expect(notification(kernelText) == nil)
    #expect(Self.hotkey.withUnsafeBytes { DeviceNotification(kernelText: $0) } == nil)
  }

  @Test(arguments: ["backlight", "leds", "drm", "power_supply", "a", "ab", "abc", "abcde", ""])
  func `the hash of a subsystem is libudev's own`(subsystem: String) throws {
    let monitor = try UdevMonitor(group: .udev)
    try monitor.begin([subsystem])

    #expect(try filter(of: monitor.number).contains(UdevMessage.hash(of: subsystem)))
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
