import Testing

@Suite struct DropInAgreementTests {
  private static let reading = [
    "; i ; info ; inf ; -m ; -m i ; -q ; -mq ; g ; get ; ge ; -m get ; -q get ; m ; max ; ma ; -m max",
    "-l ; -lm ; --list --machine-readable ; -lq ; get -l ; -c leds -l ; -m -l -c backlight ; -d nope -l",
    "-d panel get ; -d p* get ; -d *kbd* max ; -dpanel max ; -d t*:[!x]?d_* -m ; --device=panel get ; --dev=panel -m",
    "-c leds ; --class=leds get ; -c backlight -d * get ; -d panel -d *kbd* get ; -c leds -c backlight get",
    "'' ; -m '' ; get '' ; max '' '' ; -V ; --version ; -m -V -h ; -- get ; -e -m ; -e2 -m ; --exponent=2.5 -m ; --exp -l",
  ]

  private static let setting = [
    "set 50%", "s 50%", "se 50%", "set +10%", "set 10%-", "set 10%+", "set -- -10%", "set 500", "set +10", "set 10-",
    "set 10+",
    "set -- -10", "set 100%", "set 200%", "set +200%", "set 19201", "set 4294967297", "set 37% -m", "-m set 33%",
    "-q set 20%", "--quiet --machine-readable set +1", "-d *kbd* set 2", "-d *kbd* set +1%", "-c leds set 1-",
    "-d *kbd* set 0", "-d *kbd* set 99-", "-d *kbd* -n set 0", "-d *kbd* --min-value set 99%-",
    "-p set 10% ; -pm set +10 ; -p -m set 20%- ; -q -p set 3000 ; get", "-n set 5%", "-n500 set 0",
    "--min-value=500 set 100%-",
    "-n9000 set +1", "-n30000 set 5", "-n0 set 0", "-n0 set 99999-", "-e set 50%", "-e2 set 50%", "-e set +5%",
    "-e set 5%-",
    "-e2.5 -m set 10%-", "-e set 100%", "-e set 9000", "set 29% ; -m set +10% ; -m set 20%-",
  ]

  /// The command lines of shells and of configurations that come with compositors.
  private static let ofShells = [
    // noctalia-shell da95089, Services/Hardware/BrightnessService.qml, with and without its
    // minimum; its older versions s 40%.
    "-d panel s 40% -n", "-d panel s 40% ''", "s 40% -n ; s 40% '' ; s 40%",
    // end-4/dots-hyprland 0ac96e0, dots/.config/quickshell/ii/services/Brightness.qml.
    "g ; m ; --class backlight s 7680 --quiet ; --class backlight s 40% --quiet ; g",
    // caelestia-dots/shell 04f87fb, services/Brightness.qml.
    "g ; m ; s 40%",
    // DankMaterialShell before it had a program of its own, Services/BrightnessService.qml.
    "-m -l ; -d panel set 40% ; set 40% ; -m -d panel get",
    // JaKooLit/Hyprland-Dots, config/hypr/scripts.
    "-l -m -c backlight ; -c backlight -m ; -d *::kbd_backlight -m",
    // Shells that do not round steps.
    "-n1 s 433.5 ; s 433.92 ; s +10.5 ; s 10.5- ; -q s 5000.999 ; g",
    // The keys in the configurations of Hyprland and niri.
    "-e4 -n2 set 5%+ ; -e4 -n2 set 5%- ; --class=backlight set +10% ; --class=backlight set 10%-",
    // The example of hypridle, whose other half is below.
    "-sd *:kbd_backlight set 0 ; -rd *:kbd_backlight",
  ]

  private static let ofSevenSteps = [
    "set 29%", "set 57%", "-q set 10%- ; get", "-q set +10% ; get", "-q set 20%- ; get", "-q set +20% ; get",
    "-q set 15%- ; get", "-q set +22% ; get", "-q set 1%- ; get", "-q set +1% ; get", "-e2 set +1%", "-e2 set 1%-",
    "-p set 14%-",
  ]

  private static let ofByte = [1, 2, 5, 7, 10, 29, 33, 37, 50, 57, 99].map { "-m set \($0)%" }.joined(separator: ";")

  private static let saving = [
    "-s", "-s get", "-s -m set 10% ; -r", "-s set 10% ; -m -r ; -r", "-s ; set 10% ; -r get", "-s set 9% ; -r set 5%",
    "-s set 9% ; set 50% ; -q -r", "-s set 9% ; -r ; -s set 8% ; -r -m", "-s -r set 7%", "-s max ; set 4% ; -r max",
    "-p -s set 20% ; -m", "-d *kbd* -s set 3 ; -s set 50% ; -r ; -r -d *kbd*", "-s set 9% ; -p set 5% ; -r",
  ]

  private static let refused = [
    "set ; set abc ; set '' ; set % ; set + ; set -- - ; set 99999999999999999999 ; -q set abc ; get",
    "-d nope ; -d '' get ; --device= get ; -c bogus ; -c bogus -l ; --bogus ; -x ; -d ; --help=5 ; --max ; get",
  ]

  private static let all =
    (reading + setting + saving + refused + ofShells).map { SideBySide(calls: $0) }
    + ofSevenSteps.map { SideBySide(calls: $0, lights: SideBySide.ofSevenSteps) } + [
      SideBySide(calls: ofByte, lights: SideBySide.ofByte),
      SideBySide(calls: "-s set 10 ; -r", lights: SideBySide.ofByte),
      SideBySide(calls: "; -l ; -m -l ; get ; set 5% ; -d x ; -c backlight -l", lights: []),
    ]

  @Test(arguments: all)
  func `both programs print and do the same`(call: SideBySide) throws {
    try #require(OriginalProgram.problem == nil)

    let (ours, theirs) = (try call.ours(), try call.theirs())

    #expect(ours == theirs)
  }
}
