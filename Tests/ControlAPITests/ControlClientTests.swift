import ControlAPI
import Synchronization
import Testing
import Varlink

@Suite struct ControlClientTests {
  @Test func `a client lists, reads and sets lights`() throws {
    let daemon = FakeDaemon()
    let joined = try Joined(daemon.interfaces)

    let told = joined.told { client in
      joined.tell("\(try await client.lights.list().lights == [.full, .bare])")
      joined.tell("\(try await client.lights.get().light == .bare)")
      joined.tell("\(try await client.lights.get(light: "leds/b").light == .full)")
      let reply = try await client.lights.set(
        light: "leds/b",
        level: .changeRaw(-1),
        fade: .milliseconds(200),
        allowOff: true
      )
      joined.tell("\(reply.lights == [.full])")
      _ = try await client.lights.set(level: .percent(50.5))
    }

    #expect(told == ["true", "true", "true", "true"])
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
    let joined = try Joined(daemon.interfaces)

    let told = joined.told { client in
      let scene = try await client.sessions.push(scene: .bare).scene
      try await client.sessions.onAppear(scene: scene)
      try await client.sessions.onDisappear(scene: scene)
      try await client.sessions.popFrom(scene: scene)
      joined.tell("\(try await client.sessions.list().sessions == [.full, .bare])")
      try await client.sessions.cancel(session: 7)
      joined.tell("\(try await client.sessions.reset(all: true).sessions)")
      _ = try await client.sessions.reset()
    }

    #expect(told == ["true", "2"])
    #expect(
      daemon.asked == [
        #"io.brightnessd.Sessions.Push {"scene":{"claims":[]}}"#, #"io.brightnessd.Sessions.OnAppear {"scene":3}"#,
        #"io.brightnessd.Sessions.OnDisappear {"scene":3}"#, #"io.brightnessd.Sessions.PopFrom {"scene":3}"#,
        "io.brightnessd.Sessions.List {}", #"io.brightnessd.Sessions.Cancel {"session":7}"#,
        #"io.brightnessd.Sessions.Reset {"all":true}"#, "io.brightnessd.Sessions.Reset {}",
      ]
    )
  }

  @Test func `a client reads the health report`() throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let told = joined.told { client in joined.tell("\(try await client.health.report() == .full)") }

    #expect(told == ["true"])
  }

  @Test func `a client watches lights`() throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let told = joined.told { client in
      for try await news in client.lights.watch(light: "panel") {
        joined.tell("\(news.sequence) \(news.cause) \(news.light.id)")
      }
    }

    #expect(told == ["1 initial backlight/a", "2 external leds/b"])
  }

  @Test func `a client that holds receives the events of its scene`() throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let told = joined.told { client in
      for try await news in client.sessions.hold(scene: .full) {
        joined.tell("\(news.scene) \(news.event) \(news.light ?? "-")")
      }
    }

    #expect(told == ["3 holding -", "3 yielded backlight/a", "3 expired -"])
  }

  @Test func `a client that stops watching closes the connection`() throws {
    let ends = Mutex<[ConnectionEnd]>([])
    let joined = try Joined(FakeDaemon(leavesOpen: true).interfaces) { end in ends.withLock { $0.append(end) } }

    let told = joined.told { client in
      for try await news in client.lights.watch() {
        joined.tell("\(news.sequence)")
        break
      }
    }

    #expect(told == ["1"])
    #expect(ends.withLock { $0 } == [.hungUp])
  }

  @Test(arguments: [HealthInterface.name, LightsInterface.name, SessionsInterface.name])
  func `the daemon returns the interface files as descriptions`(interface: String) throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let told = joined.told { client in
      let request: JSONObject = ["interface": .string(interface)]
      let answer: Described = try await client.connection.call("org.varlink.service.GetInterfaceDescription", request)
      joined.tell(answer.description)
    }

    #expect(told == [try InterfaceDescription.fileText(of: interface)])
  }
}

private struct Described: JSONObjectReadable {
  let description: String

  init(fields: inout JSONFields) throws(InvalidParameter) {
    description = try fields.read("description")
  }
}
