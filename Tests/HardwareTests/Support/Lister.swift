import HardwareTesting
import Programs
import Testing

/// The program `ListLights` on the real libudev, whose machine is a fake one of umockdev's.
struct Lister: ~Copyable {
  let machine: MockedMachine
  private let program: Program

  init(_ devices: [FakeDevice]) throws {
    let machine = try MockedMachine(devices)
    program = try Program(["ListLights"], machine.environment)
    self.machine = machine
  }

  /// The program's output from now on, up to and with a line; ends without it if nothing comes for
  /// half a minute.
  func lines(through last: String) throws -> [String] {
    var lines: [String] = []
    while let line = try program.nextLine() {
      lines.append(line)
      if line == last { return lines }
    }
    Issue.record("'\(last)' was not printed, but: \(lines)")
    return lines
  }
}
