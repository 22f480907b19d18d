@testable import Brightness

let panel = LightID("backlight/panel")
let monitor = LightID("backlight/monitor")
let keyboard = LightID("leds/keyboard")

extension Lights {
  static func showing(panel raw: Int, of maximum: Int = 100) -> Lights {
    var lights = Lights()
    _ = lights.appeared(panel, .panel, range: range(maximum), raw: raw)
    return lights
  }

  mutating func hold(_ wish: Wish, _ owner: ClaimOwner, _ onChange: ChangePolicy = .yield) -> LightsOutcome {
    claimed(ClaimedScene(owner, [Claim(wish)], onChange: onChange))
  }

  mutating func settled(_ outcome: LightsOutcome) {
    for change in outcome.changes {
      if let order = change.order { _ = wrote(order, on: change.light) }
    }
  }
}

extension LightsOutcome {
  var orders: [LightID: Int] {
    Dictionary(uniqueKeysWithValues: changes.compactMap { change in change.order.map { (change.light, $0) } })
  }

  func order(_ light: LightID = panel) -> Int? { orders[light] }
}
