/// How the kernel names the LEDs of keyboards.
extension LightID {
  // The functions of the LED naming scheme for a keyboard and for one of its zones.
  private static let keyboard = "kbd_backlight"
  private static let zone = "kbd_zoned_backlight-"

  /// Whether it is an LED below the keys.
  public var isKeyboard: Bool {
    subsystem == .leds && (name.place(of: Self.keyboard) != nil || name.place(of: Self.zone) != nil)
  }

  /// The id by which clients see the light: a keyboard made of several LEDs is one.
  ///
  /// These are LEDs to which their drivers give one name, so that the kernel adds `_1`, `_2`… in
  /// the order in which it finds them, which may be another one at the next boot
  /// (led_classdev_next_name in drivers/leds/led-class.c, Linux 6.12); and zones, which are named
  /// `name:color:kbd_zoned_backlight-zone`, beside which a large one may have the plain name
  /// `name:color:kbd_backlight` (Documentation/leds/leds-class.rst in the series for casper-wmi and
  /// hp-wmi on linux-leds, 2026).
  public var visible: LightID {
    guard subsystem == .leds else { return self }
    if let zone = name.place(of: Self.zone) { return LightID(subsystem, String(name[..<zone]) + Self.keyboard) }
    guard let underscore = name.utf8.lastIndex(of: UInt8(ascii: "_")) else { return self }
    let stem = name[..<underscore]
    let number = name[underscore...].utf8.dropFirst()
    let isNumber = !number.isEmpty && number.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    return isNumber && stem.hasSuffix(Self.keyboard) ? LightID(subsystem, String(stem)) : self
  }
}

extension String {
  /// Compares bytes: `firstRange` of the standard library would link its regular expressions.
  fileprivate func place(of part: String) -> Index? {
    utf8.indices.first { utf8[$0...].starts(with: part.utf8) }
  }
}
