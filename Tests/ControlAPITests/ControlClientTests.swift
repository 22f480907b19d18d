import ControlAPI
import Synchronization
import Testing
import Varlink
import VarlinkCodegen

@Suite struct ControlClientTests {
  @Test func `a client lists, reads and sets lights`() throws {
    let daemon = FakeDaemon()
    let pair = try ConnectedPair(daemon.interfaces)

    let messages = pair.messages { client in
      pair.append("\(try await client.lights.list().lights == [.full, .minimal])")
      pair.append("\(try await client.lights.get().light == .minimal)")
      pair.append("\(try await client.lights.get(light: "leds/b").light == .full)")
      let reply = try await client.lights.set(
        light: "leds/b",
        level: .changeRaw(-1),
        fade: .milliseconds(200),
        allowOff: true
      )
      pair.append("\(reply.lights == [.full])")
      _ = try await client.lights.set(level: .percent(50.5))
    }

    #expect(messages == ["true", "true", "true", "true"])
    #expect(
      daemon.asked == [
        "io.brightnessd.Lights.List {}", "io.brightnessd.Lights.Get {}",
        #"io.brightnessd.Lights.Get {"light":"leds/b"}"#,
        #"io.brightnessd.Lights.Set {"light":"leds/b","level":{"changeRaw":-1},"fadeMilliseconds":200,"allowOff":true}"#,
        #"io.brightnessd.Lights.Set {"level":{"percent":50.5}}"#,
      ]
    )
  }

  @Test func `a client pushes scenes and manages sessions`() throws {
    let daemon = FakeDaemon()
    let pair = try ConnectedPair(daemon.interfaces)

    let messages = pair.messages { client in
      let scene = try await client.sessions.push(scene: .minimal).scene
      try await client.sessions.onAppear(scene: scene)
      try await client.sessions.onDisappear(scene: scene)
      try await client.sessions.popFrom(scene: scene)
      pair.append("\(try await client.sessions.list().sessions == [.full, .minimal])")
      try await client.sessions.cancel(session: 7)
      pair.append("\(try await client.sessions.reset(all: true).sessions)")
      _ = try await client.sessions.reset()
    }

    #expect(messages == ["true", "2"])
    #expect(
      daemon.asked == [
        #"io.brightnessd.Sessions.Push {"scene":{"claims":[]}}"#, #"io.brightnessd.Sessions.OnAppear {"scene":3}"#,
        #"io.brightnessd.Sessions.OnDisappear {"scene":3}"#, #"io.brightnessd.Sessions.PopFrom {"scene":3}"#,
        "io.brightnessd.Sessions.List {}", #"io.brightnessd.Sessions.Cancel {"session":7}"#,
        #"io.brightnessd.Sessions.Reset {"all":true}"#, "io.brightnessd.Sessions.Reset {}",
      ]
    )
  }

  @Test func `a client reads the health report, and allows messages to a monitor`() throws {
    let daemon = FakeDaemon()
    let pair = try ConnectedPair(daemon.interfaces)

    let messages = pair.messages { client in
      pair.append("\(try await client.health.report() == .full)")
      pair.append("\(try await client.health.allowMonitor(light: "DP-1").wasBlocked)")
    }

    #expect(messages == ["true", "true"])
    #expect(
      daemon.asked == ["io.brightnessd.Health.Report {}", #"io.brightnessd.Health.AllowMonitor {"light":"DP-1"}"#]
    )
  }

  @Test func `a client watches lights`() throws {
    let pair = try ConnectedPair(FakeDaemon().interfaces)

    let messages = pair.messages { client in
      for try await update in client.lights.watch(light: "panel") {
        pair.append("\(update.sequence) \(update.cause) \(update.light.id)")
      }
    }

    #expect(messages == ["1 initial backlight/a", "2 external leds/b"])
  }

  @Test func `a client watches sessions`() throws {
    let pair = try ConnectedPair(FakeDaemon().interfaces)

    let messages = pair.messages { client in for try await _ in client.sessions.watch() { pair.append("changed") } }

    #expect(messages == ["changed", "changed"])
  }

  @Test func `a client that holds receives the events of its scene`() throws {
    let pair = try ConnectedPair(FakeDaemon().interfaces)

    let messages = pair.messages { client in
      for try await update in client.sessions.hold(scene: .full) {
        pair.append("\(update.scene) \(update.event) \(update.light ?? "-")")
      }
    }

    #expect(messages == ["3 holding -", "3 yielded backlight/a", "3 expired -"])
  }

  @Test func `a client that stops watching closes the connection`() throws {
    let ends = Mutex<[ConnectionEnd]>([])
    let pair = try ConnectedPair(FakeDaemon(keepsWatchOpen: true).interfaces) { end in ends.withLock { $0.append(end) }
    }

    let messages = pair.messages { client in
      for try await update in client.lights.watch() {
        pair.append("\(update.sequence)")
        break
      }
    }

    #expect(messages == ["1"])
    #expect(ends.withLock { $0 } == [.hungUp])
  }

  @Test(arguments: [HealthInterface.name, LightsInterface.name, SessionsInterface.name])
  func `the daemon returns the interface files as descriptions`(interface: String) throws {
    let pair = try ConnectedPair(FakeDaemon().interfaces)

    let messages = pair.messages { client in
      let request: JSONObject = ["interface": .string(interface)]
      let answer: Described = try await client.connection.call("org.varlink.service.GetInterfaceDescription", request)
      pair.append(answer.description)
    }

    #expect(messages == [try InterfaceDescription.fileText(of: interface)])
  }
}

private struct Described: JSONObjectReadable {
  let description: String

  init(fields: inout JSONFields) throws(InvalidParameter) {
    description = try fields.read("description")
  }
}
