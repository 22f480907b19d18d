import BrightnessControl
import Glibc
import Programs
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct HoldsTableTests {
  @Test func `each scene is a line with holder, age, claims and reason`() {
    #expect(
      lines([.film], on: .file) == [
        "SESSION  HOLDER       AGE  NAME  CLAIMS       STATE      LEFT  REASON",
        "      7  mpv (4711)  1h1m  film  at most 30%  in effect   10m  the evening",
      ]
    )
  }

  @Test func `another user's session shows only the user`() {
    let session = Session.film.with { ($0.pid, $0.scenes[0].name, $0.scenes[0].reason) = (nil, nil, nil) }

    #expect(
      lines([session], on: .file) == [
        "SESSION  HOLDER      AGE  CLAIMS       STATE      LEFT",
        "      7  user 1000  1h1m  at most 30%  in effect   10m",
      ]
    )
  }

  @Test(arguments: [(1000, "user 1000"), (1001, "user anna")])
  func `a user is shown by name if it is known`(uid: Int, text: String) {
    let session = Session.film.with { ($0.pid, $0.uid) = (nil, uid) }

    #expect(lines([session], on: .file)[1].contains("  \(text)  "))
  }

  @Test(arguments: [(0, "root"), (1000, "anna"), (1001, nil), (33, nil), (7, nil)])
  func `the name of a user is found in the text of a passwd file`(uid: Int, name: String?) {
    let users = ["root:x:0:0:root:/root:/bin/bash", "anna:x:1000:1000:,,,:/home/anna:/bin/sh"]
    let list = (users + ["#1001", ":x:33:33::/:", "broken:x:7", ""]).joined(separator: "\n")

    #expect(Names.user(uid, in: list) == name)
  }

  @Test func `a scene of an inactive session is suspended`() {
    let session = Session.film.with { ($0.suspended, $0.scenes[0].deciding) = (true, false) }

    #expect(
      lines([session], on: .file).last == "      7  mpv (4711)  1h1m  film  at most 30%  suspended   10m  the evening"
    )
  }

  @Test func `a scene that is not in effect is overruled, idle where no claim moves its lights, or has yielded`() {
    var session = Session.film
    session.scenes[0].deciding = false
    let decided = Light.panel.with { $0.session = 8 }
    func state(among lights: Light...) -> HoldState { session.state(of: session.scenes[0], among: lights) }
    #expect(state(among: decided, .keyboard) == .overruled)
    #expect(state(among: .panel, .keyboard) == .idle)
    #expect(state(among: .panel, .keyboard.with { $0.session = 8 }) == .idle)

    #expect(state(among: .panel, .monitor) == .idle)

    session.scenes[0].yielded = ["backlight/panel"]
    #expect(state(among: decided) == .yielded)
  }

  @Test(arguments: [[], [Light.keyboard], [.monitor], [.monitor, .keyboard]])
  func `a scene whose lights are not there, or not read yet, is waiting`(lights: [Light]) {
    let session = Session.film.with { $0.scenes[0].deciding = false }

    #expect(session.state(of: session.scenes[0], among: lights) == .waiting)
  }

  @Test(arguments: [
    (4711, "mpv ← sway"), (4712, "waybar ← sway"), (4713, "ticket"), (4714, "brightness"), (4715, nil),
    (4716, "bash"), (4717, "sway"),
  ])
  func `a hold of this client is shown with the command that it runs, or the program that started it`(
    process: Int,
    holder: String?
  ) {
    // brightness with a command, without one, another program, a client whose relatives are not
    // known, one in a shell of a shell, and one whose child is not the command yet.
    let names = [
      1: "systemd", 20: "sway", 30: "waybar", 4711: "brightness", 4712: "brightness", 4713: "ticket",
      4714: "brightness",
      99: "mpv", 40: "bash", 41: "bash", 4716: "brightness", 4717: "brightness", 98: "brightness",
    ]
    let parents = [4711: 20, 4712: 30, 4713: 20, 30: 20, 20: 1, 41: 40, 40: 20, 4716: 41, 4717: 20]
    let children = [4711: 99, 4717: 98]
    let system = Names(ofProcess: { names[$0] }, relatives: { (parents[$0], children[$0]) })

    #expect(system.ofHolder(process) == holder)
  }

  @Test func `the relatives of a process are read from the kernel`() throws {
    // A process of one thread, as the client is: the kernel lists children by the thread that
    // started them.
    let shell = try Program(["/bin/sh", "-c", "sh -c 'echo $$; exec cat'; true"])
    try shell.wait(for: "\n")
    let child = try #require(Int(shell.printed.dropLast()))

    #expect(Names.ofSystem.relatives(Int(shell.process)) == (Int(getpid()), child))
    #expect(Names.ofSystem.relatives(child) == (Int(shell.process), nil))
    #expect(Names.ofSystem.relatives(-1) == (nil, nil))
  }

  @Test(arguments: [["--while-pid", "1"], ["--while-pid=1"]])
  func `a hold that lasts while another process does belongs to that`(words: [String]) throws {
    let client = try Program(["/bin/sh", "-c", "echo; read line", "brightness", "hold"] + words)
    try client.wait(for: "\n")

    #expect(Names.ofSystem.relatives(Int(client.process)).parent == 1)
  }

  @Test(arguments: [(4711, true), (4712, false), (4713, true), (4714, false), (-1, false)])
  func `this client without a command, or about to start it, is known`(process: Int, isWithoutCommand: Bool) {
    let names = [
      4711: "brightness", 4712: "brightness", 4713: "brightness", 4714: "ticket", 98: "mpv", 99: "brightness",
    ]
    let children = [4712: 98, 4713: 99]
    let system = Names(ofProcess: { names[$0] }, relatives: { (1, children[$0]) })

    #expect(system.isWithoutCommand(process) == isWithoutCommand)
  }

  @Test(arguments: 1...100)
  func `no line is wider than the terminal`(columns: Int) {
    #expect(lines([.film], on: .terminal(columns)).allSatisfy { $0.columns <= columns })
  }

  @Test func `a narrow terminal shows the name that cancel takes rather than the holder`() {
    #expect(
      lines([.film], on: .terminal(32)).map { $0.replacing(/\u{1B}\[\d+m/, with: "") } == [
        "SESSION  HOLDER  NAME  STATE", "      7  mpv (…  film  in effect",
      ]
    )
  }

  @Test func `a session without scenes is not shown`() {
    #expect(HoldsVerb.table([Session.film.with { $0.scenes = [] }], [], Names()).rows.isEmpty)
  }

  @Test(arguments: [
    (SessionsInterface.Claim(rule: .exactly, percent: 100), "100%"),
    (.init(light: "panel", rule: .atLeast, percent: 60), "at least 60% on panel"),
    (.init(rule: .scaled, percent: 50), "scaled to 50%"),
  ])
  func `a claim is shown as rule, level and light`(claim: SessionsInterface.Claim, text: String) {
    #expect(claim.text == text)
  }

  private func lines(_ sessions: [Session], on screen: Screen) -> [String] {
    HoldsVerb.table(sessions, [], Names(ofProcess: { $0 == 4711 ? "mpv" : nil }, ofUser: { $0 == 1001 ? "anna" : nil }))
      .lines(on: screen)
  }
}
