import BrightnessModel
import DocumentedKeys
import Foundation
import Guarantees
import Service
import Testing

@testable import Brightness
@testable import BrightnessVarlink
@testable import Daemon

@Suite(.tags(.limits)) struct LimitsPageTests {
  /// Limits with a key have it in place of a number, which brightnessd.conf(5) has.
  @Test func `the security page has every limit that clients can notice, as it is in the code`() throws {
    let page = try repositoryText("docs/security.md")
    let rest = try #require(page.components(separatedBy: "\n### Limits\n").last)
    let section = rest.components(separatedBy: "\n### ")[0]
    let rows = section.matches(of: /\n\| ([^|]+) \| (?:(\d+)(?: (KiB|MiB|s))?|`\w+=`) \| [^|]+ \|/)
    let wire = WireLimits()

    let numbers = rows.compactMap { row in
      row.2.flatMap { Int($0) }.map { $0 * (["KiB": 1 << 10, "MiB": 1 << 20][row.3] ?? 1) }
    }
    #expect(rows.count == 17)
    #expect(
      numbers == [
        SceneCosts.most, SceneRequest.claimLimit, SceneRequest.longestText, seconds(SessionLimits.longestFade),
        seconds(SessionLimits.longestTime), wire.messageBytes, wire.nesting, wire.outputBytes,
        seconds(wire.readingTime), wire.userBytes, wire.totalBytes, WireLimits.freeBytes,
        Int(WireLimits.kernelBytes),
      ]
    )
  }

  @Test func `a daemon without the unit may have as many descriptors as with it`() throws {
    #expect(try repositoryText("systemd/brightnessd.service").contains("\nLimitNOFILE=\(DescriptorLimit.wanted)\n"))
  }

  /// So the kernel refuses more connections before clients can use up the memory.
  @Test func `what clients make the daemon keep with all descriptors of its unit fits into the unit's memory`() throws {
    let unit = try repositoryText("systemd/brightnessd.service")
    let descriptors = try #require(unit.firstMatch(of: /\nLimitNOFILE=(\d+)\n/).flatMap { Int($0.1) })
    let memory = try #require(unit.firstMatch(of: /\nMemoryMax=(\d+)M\n/).flatMap { Int($0.1) }) << 20
    let connection = WireLimits.freeBytes + Int(WireLimits.kernelBytes)

    let kept = descriptors * connection + WireLimits().totalBytes + SceneCosts.most
    // The daemon without clients has less than 16 MiB.
    #expect(kept + 16 << 20 <= memory)
  }

  private func seconds(_ time: Duration) -> Int { Int(time / .seconds(1)) }
}
