import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Testing

@testable import Daemon

/// Lists stay within the 16 MiB of a message that clients accept, sd-varlink's too, at every limit.
@Suite struct ListServedTests {
  @Test func `a long list comes in several replies, each session once and in order`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    for user in [User.member, User.otherMember] {
      for _ in 1...60 { try daemon.connect(as: user).ask(SessionsInterface.Push(scene: .long)) }
    }
    let client = try daemon.connect(as: User.root)

    let replies = daemon.replies(to: client.begin(SessionsInterface.List()))

    #expect(replies.flatMap(\.sessions).map(\.id) == Array(1...121))
    #expect(replies.count == 18)
    #expect(replies.allSatisfy { $0.size <= 20 << 10 })
  }

  @Test func `without more a list of up to 256 KiB is one reply, and a longer one is refused`() throws {
    let daemon = try TestDaemon(serving: read("[Limits]\nConnectionsPerUser=1000").configuration)
    let client = try daemon.connect()
    for _ in 1...80 { try daemon.connect(as: User.member).ask(SessionsInterface.Push(scene: .long)) }

    let whole = daemon.replies(to: client.begin(SessionsInterface.List(), wantsMore: false)).flatMap(\.sessions)
    for _ in 1...40 { try daemon.connect(as: User.otherMember).ask(SessionsInterface.Push(scene: .long)) }

    #expect(whole.map(\.id) == Array(1...81))
    #expect(throws: ControlError.service(.expectedMore)) { try client.ask(SessionsInterface.List()) }
    #expect(daemon.replies(to: client.begin(SessionsInterface.List())).flatMap(\.sessions).count == 121)
  }

  @Test func `sessions that end or begin between two replies do not disturb a list`() throws {
    let daemon = try TestDaemon(serving: Configuration())
    let reader = try daemon.connect()
    let others = try (1...30).map { _ in try daemon.connect() }
    for other in others { try other.ask(SessionsInterface.Push(scene: .long)) }
    let replies = reader.begin(SessionsInterface.List())
    while replies.isEmpty { daemon.takeTurn() }

    for other in others[15..<25] { other.closeSilently() }
    for _ in 1...30 { _ = try daemon.connect() }
    let listed = daemon.replies(to: replies).flatMap(\.sessions).map(\.id)
    #expect(listed == listed.sorted())
    #expect(Set(listed).count == listed.count)
    #expect(Set(listed).isSuperset(of: Array(1...16) + Array(27...31)))
    #expect(listed.allSatisfy { $0 <= 31 })
  }

  /// Control characters take six bytes each.
  @Test func `a session at the greatest limits fits into a reply`() throws {
    let greatest = "ScenesPerSession=1024\nSceneBytesPerUser=1M"
    let daemon = try TestDaemon(serving: read("[Limits]\n\(greatest)").configuration)
    let text = String(repeating: "\u{1}", count: 1024)
    let claim = SessionsInterface.Claim(light: "backlight/a", rule: .exactly, percent: 100.0 / 3)
    let claims = Array(repeating: claim, count: 32)
    let scene = SessionsInterface.SceneRequest(name: text, reason: text, claims: claims)
    let client = try daemon.connect()
    // 1 MiB of scenes with 12 KiB of texts and 32 claims of 65 bytes.
    for _ in 1...72 { _ = try client.ask(SessionsInterface.Push(scene: scene)) }
    #expect(throws: ControlError.sessions(.tooMany(what: "sceneBytes", limit: 1 << 20))) {
      try client.ask(SessionsInterface.Push(scene: scene))
    }

    let sizes = daemon.replies(to: client.begin(SessionsInterface.List())).map(\.size)
    #expect(sizes.count == 1)
    #expect(sizes.allSatisfy { (1_000_000...2_000_000) ~= $0 })
  }

  /// A file of restore records has 64 KiB; the text of a problem is shortened, and after 50 of them
  /// a file is not read any further.
  @Test func `the report of a thousand lights and a hundred faulty configuration files fits into a reply`() throws {
    let name = "backlight/" + String(repeating: "\u{1}", count: 245)
    let reason = "cannot write '/sys/class/\(name)/brightness': no such device"
    let unused = HealthInterface.UnusedLight(light: name, reason: .unreadable, sentence: reason)
    let restore = HealthInterface.PendingRestore(light: name, raw: .max, maximum: .max, reason: reason)
    let sentence = "cannot use \(name.quotedInShort): expected \(String(repeating: "x", count: 200))"
    let path = "/etc/brightnessd.conf.d/" + String(repeating: "f", count: 255)
    let problem = HealthInterface.ConfigProblem(file: path, line: .max, sentence: sentence, ignored: false)
    let change = HealthInterface.ExternalChange(light: name, source: .unknown, count: .max, age: .seconds(Int32.max))
    let writes = HealthInterface.MonitorWrites(light: name, all: .max, forPrograms: .max)

    let report = HealthInterface.Report.Reply(
      version: Version.current,
      age: .seconds(Int32.max),
      sysfs: "/sys",
      mayChange: true,
      groups: Array(repeating: name, count: 32),
      unusedLights: Array(repeating: unused, count: 1000),
      pendingRestores: Array(repeating: restore, count: 65_536 / 245),
      corruptRecord: reason,
      lastingProblem: reason,
      configProblems: Array(repeating: problem, count: 100 * 51),
      externalChanges: Array(repeating: change, count: 3 * 1000),
      monitorWrites: Array(repeating: writes, count: 1000)
    )

    #expect((10_000_000..<(16 << 20)) ~= report.size)
  }

  @Test func `lists and errors of a thousand lights fit into a reply`() throws {
    let name = String(repeating: "\u{1}", count: 245)
    let light = LightsInterface.Light(
      id: "backlight/\(name)",
      kind: .panel,
      raw: .max,
      maximum: .max,
      level: 100.0 / 3,
      base: 100.0 / 3,
      baseRaw: .max,
      floor: 100.0 / 3,
      state: .unavailable,
      session: .max,
      scene: .max,
      reason: "cannot write '/sys/class/backlight/\(name)/brightness': no such device"
    )

    #expect(LightsInterface.List.Reply(lights: [LightsInterface.Light](repeating: light, count: 1000)).size < 8 << 20)
  }
}

extension SessionsInterface.SceneRequest {
  /// A scene of about 2.5 KB.
  fileprivate static var long: Self {
    var scene = exactly(80)
    (scene.name, scene.reason) = (String(repeating: "n", count: 1024), String(repeating: "r", count: 1024))
    return scene
  }
}

extension TestDaemon {
  /// Takes the turns that 16 MiB need.
  fileprivate func replies<Reply>(to call: Replies<Reply>) -> [Reply] {
    for _ in 0..<1100 { takeTurn() }
    return call.takeSuccessful()
  }
}

extension JSONObjectWritable {
  /// The bytes of the value as JSON.
  fileprivate var size: Int {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes.count
  }
}
