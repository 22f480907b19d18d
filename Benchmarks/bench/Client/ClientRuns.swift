import BrightnessEventLoop
import Glibc

/// Complete runs of the client and of brightnessctl, alternating, on one tree.
func clientRuns(_ program: String, _ daemon: String) throws -> [Figure] {
  let served = try ServedLight.daemon(daemon, limits: "[Daemon]\nGroup=\(getegid())")
  let runs = try ProgramRuns(
    [
      [program, "get"], [brightnessctl, "get"],
      // Each finds another level than its own.
      [program, "set", "40%"], [brightnessctl, "set", "50%"], [program, "set", "60%"], [brightnessctl, "set", "70%"],
    ],
    rounds: 400,
    on: served
  )
  let get = runs.milliseconds(1)
  let set = runs.milliseconds(3, 5)
  let floor = runs.processorMicroseconds(1)
  return [
    Figure(name: "brightnessctl_get_ms", value: get),
    Figure(name: "brightnessctl_set_ms", value: set),
    Figure(name: "get_ms", value: runs.milliseconds(0), floor: get),
    Figure(name: "get_processor_us", value: runs.processorMicroseconds(0), limit: .atMost(4 * floor), floor: floor),
    Figure(name: "set_ms", value: runs.milliseconds(2, 4), floor: set),
    Figure(name: "resident_kb", value: runs.kilobytes(0)),
  ]
}

/// Debian's program.
private let brightnessctl = "/usr/bin/brightnessctl"

/// Alternating runs of programs, timed from start to exit, and one more run of each for its peak
/// memory.
private struct ProgramRuns {
  private struct Run {
    let nanoseconds: Double
    let processorNanoseconds: Double
    let kilobytes: Double
  }

  private let runs: [Run]
  private let count: Int
  private var timed: Range<Int> { 0..<runs.count - count }

  init(_ programs: [[String]], rounds: Int, on served: borrowing ServedLight) throws {
    let words = ["time", served.tree.root, "\(rounds)"] + programs.joined(separator: ["--"])
    let floor = try Child(builtProgram("Floor"), words, variables: ["BRIGHTNESSD_SOCKET=\(served.socket)"])
    runs = try floor.allPrinted().split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      guard numbers.count == 3 else { return nil }
      return Run(nanoseconds: numbers[0], processorNanoseconds: numbers[1], kilobytes: numbers[2])
    }
    count = programs.count
    guard runs.count == (rounds + 1) * count else { throw RunFailed() }
  }

  /// The median of some of the programs.
  func milliseconds(_ programs: Int...) -> Double {
    quantile(0.5, of: timed.filter { programs.contains($0 % count) }.map { runs[$0].nanoseconds }) / 1e6
  }

  /// The median of a program's own processor time, without that of the daemon which it asks.
  func processorMicroseconds(_ program: Int) -> Double {
    quantile(0.5, of: timed.filter { $0 % count == program }.map { runs[$0].processorNanoseconds }) / 1e3
  }

  func kilobytes(_ program: Int) -> Double {
    runs[timed.upperBound + program].kilobytes
  }
}

/// One of the programs is missing or failed; its own error is printed before.
private struct RunFailed: Error, CustomStringConvertible {
  var description: String { "a program that is to be measured failed" }
}
