import BrightnessControl
import BrightnessModel
import RandomHistories
import Testing

@testable import Fleet

@Suite struct HostileMessageTests {
  @Test(arguments: historySeeds(10)) func `no message breaks the bridge or its limits`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let harness = try FleetHarness {
      $0.holds = 4
      $0.holdsPerController = 3
    }
    harness.send(.connected, .light(panel, .sample(panel)), .light(monitor, .sample(monitor)))

    for _ in 0..<300 {
      harness.receive(topic(&random), payload(&random), isRetained: random.oneIn(10))
      harness.wait(.milliseconds(random.number(below: 500)))
      if random.oneIn(20) { harness.send(.levelSet(random.one(of: [nil, panel, monitor]))) }

      #expect(harness.holds.count <= 4)
      #expect(harness.held.count <= 8)
      #expect(harness.holds.allSatisfy { $0.deadline <= harness.now + .seconds(300) })
      #expect(harness.state.traffic.waiting.count <= 4)
    }
    harness.wait(.seconds(300))

    #expect(harness.held == [])
    #expect(harness.holds.isEmpty)
  }

  private func topic(_ random: inout SeededRandom) -> String {
    switch random.number(below: 10) {
    case 0..<5: "to/all/hold/\(random.one(of: ["guard", "other"]))/\(random.number(below: 4))"
    case 5: "to/lobby/hold/guard/\(random.number(below: 4))"
    case 6: "session/\(random.one(of: ["guard", "other"]))/\(random.number(below: 4))"
    case 7: "to/all/set\(random.one(of: ["", "/backlight--panel", "/ddc--monitor", "/other--x"]))"
    default: (0..<random.number(below: 6)).map { _ in random.one(of: Self.levels) }.joined(separator: "/")
    }
  }

  private static let levels = ["to", "all", "hold", "set", "session", "guard", "1", "", "+", "#", "é", "\0"]

  /// A document or a level with some bytes changed, or pieces of both.
  private func payload(_ random: inout SeededRandom) -> String {
    switch random.number(below: 5) {
    case 0: return random.one(of: ["ended", "lost", "40", "-1", "1e999", #"{"percent":40,"fadeMilliseconds":1}"#])
    case 1: return (0..<random.number(below: 12)).map { _ in random.one(of: Self.pieces) }.joined()
    default: break
    }
    var document = FleetDocument(scene: scene(Double(random.number(below: 120))))
    document.lease = .milliseconds(random.one(of: [0, 5_000, 60_000, 400_000, Int64.max]))
    document.grace = .milliseconds(random.one(of: [0, 250, 5_000, Int64.max]))
    document.replaces = random.oneIn(2) ? name("\(random.number(below: 4))") : nil
    document.wantsReply = random.oneIn(2)
    document.scene.expires = random.oneIn(4) ? .milliseconds(random.one(of: [0, 1000, Int64.max])) : nil
    var bytes = Array(text(document).utf8)
    while random.oneIn(3) { bytes[random.number(below: bytes.count)] = UInt8(random.number(below: 128)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let pieces = [
    "{", "}", "[", "]", ":", ",", "\"scene\"", "\"claims\"", "\"percent\"", "1e308", "-0", "null", "true",
    "\"\\u0000\"",
  ]
}
