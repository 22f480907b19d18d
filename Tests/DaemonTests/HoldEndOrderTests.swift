import Brightness
import BrightnessModel
import Guarantees
import HardwareTesting
import Testing

@Suite(.tags(.orderFree)) struct HoldEndOrderTests {
  @Test(arguments: [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]])
  func `for any order of three ends, the remaining holds apply, and the last end restores the exact raw value`(
    order: [Int]
  ) throws {
    let panel = Device.panel.with(["max_brightness": 1060, "brightness": 617])
    let daemon = try TestDaemon([panel])
    let rules: [Int: Rule] = [1: .exactly(.all), 2: .atMost(percent(30)), 3: .scaled(percent(50))]
    for session in 1...3 { daemon.hold(session, rules[session] ?? .exactly(.nothing)) }
    let levels: [Set<Int>: Int] = [
      [1, 2]: 318, [1, 3]: 530, [2, 3]: 159, [1]: 1060, [2]: 318, [3]: 308, [1, 2, 3]: 159, []: 617,
    ]

    var left: Set = [1, 2, 3]
    #expect(daemon.level(panel) == levels[left])
    for session in order {
      daemon.release(session)
      left.remove(session)
      #expect(daemon.level(panel) == levels[left])
    }
    #expect(daemon.restores == [])
  }
}
