import Foundation
import HardwareTesting
import Testing

/// Calls with another result on purpose; `docs/migrating-from-brightnessctl.md` gives the reasons.
struct Difference: Sendable, CustomTestStringConvertible {
  let call: SideBySide
  let theirs: String
  let ours: String
  /// The call as it is written in the document.
  let documented: String

  init(
    _ calls: String,
    on lights: [FakeDevice] = SideBySide.usual,
    theirs: String,
    ours: String,
    documented: String? = nil
  ) {
    call = SideBySide(calls: calls, lights: lights)
    self.theirs = theirs
    self.ours = ours
    self.documented = documented ?? calls
  }

  var testDescription: String { call.calls }
}

@Suite struct DropInDifferencesTests {
  private static let dim = [FakeDevice.led("x::kbd_backlight", maximum: 1000, level: 1)]
  private static let ofLight = [Machine.panel.with(["scale": "linear"])]
  private static let withLock = [Machine.panel, FakeDevice.led("input3::capslock")]
  private static let tenSteps = "-q set 100%" + String(repeating: " ; -q set 5%-", count: 10)

  private static let ofLights = [
    Difference("max", on: [SideBySide.keyboard], theirs: "3\n[0] 1", ours: "[1] 1"),
    Difference("-q set 50%", on: [SideBySide.keyboard], theirs: "[0] 2", ours: "[1] 1", documented: "set 50%"),
    Difference("-d *lock get", on: withLock, theirs: "0\n[0] 7373 0", ours: "[1] 7373 0"),
    Difference("-q set 0", theirs: "[0] 0 1", ours: "[0] 192 1", documented: "set 0"),
    Difference("-q set 100%-", theirs: "[0] 0 1", ours: "[0] 192 1", documented: "set 100%-"),
    Difference("-q -e set 1%", theirs: "[0] 0 1", ours: "[0] 192 1", documented: "-e set 1%"),
    Difference("-q -n5 set 0", theirs: "[0] 5 1", ours: "[0] 192 1", documented: "-n5 set 0"),
    Difference("-q set 50%", on: ofLight, theirs: "[0] 9600", ours: "[0] 3536", documented: "set 50%"),
  ]

  private static let ofLevels = [
    Difference("-q set 50.5%", theirs: "[0] 9600 1", ours: "[0] 9696 1", documented: "set 50.5%"),
    Difference("-q set -5%", theirs: "[1] 7373 1", ours: "[0] 6413 1", documented: "set -5%"),
    Difference(
      "-m set 37%",
      on: SideBySide.ofSevenSteps,
      theirs: "panel,backlight,3,43%,7\n[0] 3",
      ours: "panel,backlight,3,37%,7\n[0] 3",
      documented: "set 37%"
    ),
    Difference(
      "-m -c leds",
      on: dim,
      theirs: "x::kbd_backlight,leds,1,0%,1000\n[0] 1",
      ours: "x::kbd_backlight,leds,1,1%,1000\n[0] 1",
      documented: "-m"
    ),
    Difference(
      tenSteps,
      on: SideBySide.ofByte,
      theirs: [255, 242, 229, 216, 203, 190, 177, 164, 151, 138, 125].map { "[0] \($0)" }.joined(separator: "\n"),
      ours: [255, 242, 230, 217, 204, 191, 179, 166, 153, 140, 128].map { "[0] \($0)" }.joined(separator: "\n"),
      documented: "set 5%-"
    ),
  ]

  private static let ofArguments = [
    ("set 50bogus", "[0] 50 1"), ("set 0x10", "[0] 0 1"), ("set 1e3", "[0] 1 1"), ("set 50%%", "[0] 9600 1"),
    ("set 50 %", "[0] 50 1"), ("set +5%-", "[0] 6413 1"), ("set +0", "[0] 7373 1"), ("get extra", "7373\n[0] 7373 1"),
    ("mx", "19200\n[0] 7373 1"), ("-nbogus max", "19200\n[0] 7373 1"), ("-e0 max", "19200\n[0] 7373 1"),
    ("-m bogus", "panel,backlight,7373,38%,19200\n[0] 7373 1"),
  ].map { (calls, theirs) in
    let quiet = calls.hasPrefix("set") ? "-q \(calls)" : calls
    return Difference(quiet, theirs: theirs, ours: "[1] 7373 1", documented: calls)
  }

  private static let ofOptions = [
    Difference("-n 500 -m set 0", theirs: panel(7373, 38), ours: panel(500, 3), documented: "-n 500 set 0"),
    Difference("-m -e 2", theirs: panel(7373, 79), ours: panel(7373, 62), documented: "-e 2"),
    Difference("-m -e=2", theirs: panel(7373, 0), ours: panel(7373, 62), documented: "-e=2"),
  ]

  private static let ofNewest = [
    Difference("-P get", theirs: "[1] 7373 1", ours: "38\n[0] 7373 1"),
    Difference("--percentage get", theirs: "[1] 7373 1", ours: "38\n[0] 7373 1"),
  ]

  private static let ofSaving = [
    Difference(
      "-q -s set 10% ; -q -s set 10% ; -r max",
      theirs: "[0] 1920 1\n[0] 1920 1\n19200\n[0] 1920 1",
      ours: "[0] 1920 1\n[0] 1920 1\n19200\n[0] 7373 1",
      documented: "-s set 10%"
    ),
    Difference("-r max", theirs: "19200\n[0] 7373 1", ours: "[1] 7373 1", documented: "-r"),
    Difference(
      "-q -s set 10% ; -p -r max",
      theirs: "[0] 1920 1\n19200\n[0] 7373 1",
      ours: "[0] 1920 1\n19200\n[0] 1920 1",
      documented: "-p -r"
    ),
    Difference(
      "-q -s set 10% ; -p -s max ; -r get",
      theirs: "[0] 1920 1\n19200\n[0] 1920 1\n1920\n[0] 1920 1",
      ours: "[0] 1920 1\n19200\n[0] 1920 1\n7373\n[0] 7373 1",
      documented: "-p -s"
    ),
  ]

  private static func panel(_ raw: Int, _ percent: Int) -> String {
    "panel,backlight,\(raw),\(percent)%,19200\n[0] \(raw) 1"
  }

  private static let all = ofLights + ofLevels + ofArguments + ofOptions + ofNewest + ofSaving

  @Test(arguments: all)
  func `each documented difference exists`(difference: Difference) throws {
    try #require(OriginalProgram.problem == nil)

    let (ours, theirs) = (try difference.call.ours(), try difference.call.theirs())

    #expect(ours == difference.ours)
    #expect(theirs == difference.theirs)
  }

  @Test(arguments: all)
  func `each difference is documented`(difference: Difference) throws {
    let text = try String(contentsOfFile: "\(Package.root)/docs/migrating-from-brightnessctl.md", encoding: .utf8)

    #expect(text.contains("`\(difference.documented)`"))
  }
}
