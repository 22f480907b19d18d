import Foundation
import Programs
import Testing

/// A simulated monitor: the real daemon, client and worker, with the timing of a real monitor.
@Suite final class SimulatedMonitorTests {
  private let daemon: Program
  private let socket: String

  init() throws {
    daemon = try Program(["brightnessd", "--simulate", "--config", "/dev/null", "--log", "info"], errors: .included)
    var socket = ""
    while let line = try daemon.nextLine() {
      if line.hasPrefix("simulating ") { socket = line.components(separatedBy: "'")[3] }
      if line.contains("listening on ") { break }
    }
    self.socket = socket
  }

  private func brightness(_ verb: String, _ words: String...) throws -> [String] {
    try Run(["brightness", verb, "--socket", socket] + words).lines
  }

  @Test func `a monitor is listed, read, set, held and restored by the programs`() throws {
    #expect(try brightness("list").contains { $0.hasPrefix("ddc/SIM-0001-1234") && $0.contains("not read") })
    #expect(try brightness("get", "DP-1") == ["60%"])
    #expect(try brightness("set", "70%", "DP-1") == ["70%"])
    #expect(try brightness("hold", "--at", "DP-1=30%", "--", "true") == [])
    #expect(try brightness("get", "monitor") == ["70%"])

    daemon.signal(SIGTERM)
    #expect(daemon.waitForEnd() == 0)
  }
}
