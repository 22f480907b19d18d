import Glibc
import HardwareTesting
import Programs
import Testing

/// Words that only the daemon can refuse, since it knows the lights. Those that the client refuses
/// are in `TypoTests`.
@Suite struct ClientTypoTests {
  private static let known = "backlight/panel (panel), leds/tpacpi::kbd_backlight (keyboard, keys)"

  @Test(
    arguments: [
      ("get keybord", "keybord", "did you mean `keyboard`?"), ("watch panle", "panle", "did you mean `panel`?"),
      ("set 50% kbd", "kbd", "did you mean `keyboard`?"), ("set 50% kyes", "kyes", "did you mean `keys`?"),
      ("set 50% all", "all", "leave it out for all screens"),
      ("up 5% screen", "screen", "leave it out for all screens"),
      ("set 50% panel screens", "screens", "leave it out for all screens"), ("get all", "all", "see `brightness list`"),
      ("hold --max=keybord", "keybord", "did you mean `keyboard`?"),
      ("hold --at panel=50% --at all=50%", "all", "leave it out for all screens"),
      ("set 50% backlight/panle", "backlight/panle", "did you mean `backlight/panel`?"),
      ("get 5%", "5%", "a level comes before the lights, as in `brightness set 50% panel`"),
      ("set 50% eDP-1", "eDP-1", "did you mean `panel`?"), ("get LVDS-1", "LVDS-1", "did you mean `panel`?"),
      ("get Panel", "Panel", "did you mean `panel`?"), ("get *kbd*", "*kbd*", "did you mean `keyboard`?"),
      ("set 50% kbd_backlight", "kbd_backlight", "did you mean `keyboard`?"),
      ("set 50% panel,keys", "panel,keys", "did you mean `panel keys`?"),
      ("get panel,keys", "panel,keys", nil), ("get kitchen", "kitchen", nil),
      ("watch kitchen --format waybar", "kitchen", nil), ("get a\n\u{1B}[31mb", #"a\n\u{1B}[31mb"#, nil),
    ] as [(String, String, String?)]
  )
  func `an unknown light is answered by all names, and by the one that is meant`(
    typed: String,
    name: String,
    hint: String?
  ) throws {
    let machine = try Machine([Machine.panel, FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1)])
    try machine.configure("[Light leds/tpacpi::kbd_backlight]\nAlias=keys\n")

    let client = try Client(typed.split(separator: " ").map(String.init), on: machine)

    #expect(client.status == 4)
    #expect(client.errors == "cannot find '\(name)': expected \(Self.known)\(hint.map { "; \($0)" } ?? "")\n")
  }

  @Test(arguments: [
    (["--name", String(repeating: "a", count: 1025)], "cannot use '--name': expected at most 1024 bytes"),
    (["--reason", String(repeating: "a", count: 1025)], "cannot use '--reason': expected at most 1024 bytes"),
    ((0..<32).flatMap { _ in ["--at", "50%"] }, "cannot hold 'lights': expected at most 32 levels"),
  ])
  func `what the daemon refuses is named as on the command line`(words: [String], sentence: String) throws {
    let client = try Client(["hold", "--max"] + words, on: try Machine())

    #expect(client.status == 1)
    #expect(client.errors == "\(sentence)\n")
  }
}
