import Glibc
import Guarantees
import HardwareTesting
import Programs
import RawClients
import Testing

/// Another program writes a light in silence, as most programs do to a keyboard light: no event
/// tells the daemon.
@Suite(.tags(.nothingOverwrittenUnseen)) struct SilentChangeTests {
  private static let keyboard = FakeDevice.led("x::kbd_backlight", maximum: 100, level: 50)

  @Test(arguments: [Machine.panel, keyboard])
  func `a level written in the last moment of a hold outlives the hold`(light: FakeDevice) throws {
    let machine = try Machine([Machine.panel, Self.keyboard])
    let end = try machine.connect()
    let kind = light.name == "panel" ? "panel" : "keyboard"
    let hold = #"{"scene":{"claims":[{"light":"\#(kind)","rule":"exactly","percent":20}]}}"#

    // All of them with the programs that ship.
    for round in 0..<(getenv("BRIGHTNESSD_PROGRAMS") == nil ? 50 : 1000) {
      let holder = try machine.connect()
      try holder.call("Hold", hold, wantsMore: true)
      // Never the held level, and another one each time.
      let level = 30 + round % 60

      try machine.write(level, to: light)
      // Answered once the lights have what they should.
      try end.call("Reset", "{}")

      #expect(try machine.level(of: light) == "\(level)\n")
    }
    #expect(!machine.hasPendingRestores)
  }
}
