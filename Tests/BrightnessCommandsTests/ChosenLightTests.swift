import BrightnessControl
import BrightnessModel
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct ChosenLightTests {
  private static let first = Light.monitor.with { $0.state = .free }
  private static let second = first.with { ($0.id, $0.connector) = ("ddc/DEL-a0b1-778", "DP-2") }
  private static let asleep = first.with { ($0.state, $0.reason) = (.restoring, "it is asleep") }
  private static let all = [second, .keyboard, first, .panel]

  @Test(arguments: [
    (String?.none, String?.some("backlight/intel_backlight")), ("panel", "backlight/intel_backlight"),
    ("monitor", "ddc/DEL-a0b1-777"), ("keyboard", "leds/tpacpi::kbd_backlight"), ("indicator", nil),
  ])
  func `the first light is shown, a panel before a monitor, then by id`(name: String?, id: String?) {
    #expect(ChosenLight(name).light(among: Self.all)?.id == id)
  }

  @Test(arguments: [(LightsInterface.State.unread, nil), (.unavailable, nil), (.restoring, "it is asleep")])
  func `a light that cannot be read or written comes after the others`(state: LightsInterface.State, reason: String?) {
    let panel = Light.panel.with { ($0.state, $0.reason) = (state, reason) }

    #expect(ChosenLight().light(among: [panel, Self.second])?.id == Self.second.id)
    #expect(ChosenLight().light(among: [panel])?.id == (state == .unread ? nil : panel.id))
  }

  @Test func `a light that is disconnected is not shown before it is there again`() {
    var choice = ChosenLight()
    let panel = Light.panel.with { $0.state = .restoring }
    note(panel, .disconnected, in: &choice)
    note(panel, .set, in: &choice)
    #expect(choice.light(among: [panel, Self.first])?.id == Self.first.id)
    #expect(choice.light(among: [panel]) == nil)

    note(panel, .added, in: &choice)

    #expect(choice.light(among: [panel, Self.first])?.id == panel.id)
  }

  @Test func `a monitor without a connector is disconnected`() {
    let unplugged = Self.first.with { ($0.connector, $0.state) = (nil, .restoring) }

    #expect(ChosenLight("DP-1").light(among: [unplugged]) == nil)
  }

  @Test func `a light that failed comes after the others until a write succeeds`() {
    var choice = ChosenLight()
    note(Self.asleep, .restore, in: &choice)

    // The next key press tries to write it again.
    note(Self.first, .set, in: &choice)
    #expect(choice.light(among: [Self.first, Self.second])?.id == Self.second.id)

    note(Self.first, .restore, in: &choice)
    #expect(choice.light(among: [Self.first, Self.second])?.id == Self.first.id)
  }

  @Test func `of one name no other light is shown`() {
    #expect(ChosenLight("DP-2").light(among: [Self.second])?.id == Self.second.id)
    #expect(ChosenLight("DP-2").isNamed)
    #expect(!ChosenLight("monitor").isNamed && !ChosenLight().isNamed)
  }

  private func note(_ light: Light, _ cause: LightsInterface.Cause, in choice: inout ChosenLight) {
    choice.apply(.init(light: light, cause: cause, sequence: 1))
  }
}
