@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

@Suite final class LightRegistryTroubleTests {
  private let tree: FakeTree
  private let origin: FakeOrigin
  private let observed: Observed

  /// A panel and a keyboard, which were found.
  init() throws {
    tree = try FakeTree([Machine.intel, Machine.keyboard])
    origin = FakeOrigin(tree)
    observed = try Observed.begun(origin)
  }

  @Test func `a burst of events leads to one read and one report`() throws {
    let listings = origin.listingCount

    for _ in 1...1000 {
      origin.send(.change, Machine.intel, .sysfs)
      origin.send(.change, Machine.intel, .hotkey)
      origin.send(.add, .backlight("ghost"))
    }
    observed.takeTurn()
    let events = observed.takeEvents()
    observed.takeTurn()

    #expect(events.map { $0.map(\.text) } == [["mayHaveChanged backlight/intel_backlight by hotkey sysfs"]])
    #expect(origin.listingCount == listings)
    #expect(observed.takeEvents() == [])
  }

  @Test func `events of a light survive a burst of unknown names`() throws {
    origin.send(.change, Machine.keyboard, .hotkey)
    for number in 1...1500 { origin.send(.change, .backlight("ghost\(number)")) }
    origin.send(.change, Machine.keyboard, .sysfs)

    #expect(
      observed.eventsOfTurn()
        == [
          "mayHaveChanged backlight/intel_backlight by ", "mayHaveChanged leds/tpacpi::kbd_backlight by hotkey sysfs",
        ]
    )
  }

  @Test func `lost events lead to a read of all lights`() throws {
    tree.remove(Machine.keyboard)
    try tree.add(.backlight("ddcci5"))
    try tree.put(7, at: "\(Machine.intel.path)/max_brightness")
    origin.send(.everything)

    #expect(
      observed.eventsOfTurn()
        == [
          "disconnected leds/tpacpi::kbd_backlight", "connected backlight/ddcci5", "changed backlight/intel_backlight",
          "mayHaveChanged backlight/intel_backlight by ",
        ]
    )
  }

  @Test func `lights that cannot be listed stay known, and are listed at the next event`() throws {
    let error = LightError.refused(SystemError("list", "backlight", ErrorCode(rawValue: EMFILE)))

    tree.remove(Machine.keyboard)
    origin.fail(with: error)
    origin.send(.everything)
    let first = observed.eventsOfTurn()
    origin.fail(with: nil)
    origin.send(.change, Machine.intel)

    #expect(
      first == [
        "failed: cannot list 'backlight': too many open files", "mayHaveChanged backlight/intel_backlight by ",
        "mayHaveChanged leds/tpacpi::kbd_backlight by ",
      ]
    )
    #expect(
      observed.eventsOfTurn()
        == ["disconnected leds/tpacpi::kbd_backlight", "mayHaveChanged backlight/intel_backlight by unknown"]
    )
  }

  @Test(arguments: [EMFILE, ENFILE, ENOMEM])
  func `a light that cannot be read for lack of descriptors or memory stays and is read at the next event`(
    code: CInt
  ) throws {
    let error = LightError.refused(SystemError("open", "max_brightness", ErrorCode(rawValue: code)))

    origin.failReading(with: error)
    origin.send(.change, Machine.intel, .sysfs)
    let first = observed.eventsOfTurn()
    origin.failReading(with: nil)
    try tree.put(7, at: "\(Machine.intel.path)/max_brightness")
    origin.send(.change, Machine.keyboard, .sysfs)

    #expect(first == ["failed: \(error)", "mayHaveChanged backlight/intel_backlight by sysfs"])
    #expect(
      observed.eventsOfTurn()
        == [
          "changed backlight/intel_backlight", "mayHaveChanged backlight/intel_backlight by ",
          "mayHaveChanged leds/tpacpi::kbd_backlight by sysfs",
        ]
    )
  }

  @Test func `lights that cannot be listed at first are an error`() throws {
    let error = LightError.refused(SystemError("list", "backlight", ErrorCode(rawValue: EMFILE)))
    origin.fail(with: error)

    #expect(throws: error) { try Observed(origin).findLights() }
  }
}
