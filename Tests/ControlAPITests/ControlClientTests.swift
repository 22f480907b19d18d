import ControlAPI
import Synchronization
import Testing
import Varlink

@Suite struct ControlClientTests {
  @Test func `a client asks for lights and gets what the daemon gives`() throws {
    let daemon = FakeDaemon()
    let joined = try Joined(daemon.interfaces)

    let told = joined.told { client in
      joined.tell("\(try await client.lights() == [.full, .bare])")
      joined.tell("\(try await client.light() == .bare)")
      joined.tell("\(try await client.light("leds/b") == .full)")
      let lights = try await client.set(.changeRaw(-1), of: "leds/b", fade: .milliseconds(200), allowOff: true)
      joined.tell("\(lights == [.full])")
      try await client.set(.percent(50.5))
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

  @Test func `a client has a session and scenes`() throws {
    let daemon = FakeDaemon()
    let joined = try Joined(daemon.interfaces)

    let told = joined.told { client in
      let scene = try await client.push(.bare)
      try await client.onAppear(scene)
      try await client.onDisappear(scene)
      try await client.popFrom(scene)
      joined.tell("\(try await client.sessions() == [.full, .bare])")
      try await client.cancel(7)
      joined.tell("\(try await client.reset(all: true))")
      try await client.reset()
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

  @Test func `a client asks how well the daemon is`() throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let told = joined.told { client in joined.tell("\(try await client.report() == .full)") }

    #expect(told == ["true"])
  }

  @Test func `a client gets each light as it is, and then each change`() throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let told = joined.told { client in
      for try await news in client.watch("panel") { joined.tell("\(news.sequence) \(news.cause) \(news.light.id)") }
    }

    #expect(told == ["1 initial backlight/a", "2 person leds/b"])
  }

  @Test func `a client that holds is told what becomes of its scene`() throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let told = joined.told { client in
      for try await news in client.hold(.full) { joined.tell("\(news.scene) \(news.event) \(news.light ?? "-")") }
    }

    #expect(told == ["3 holding -", "3 yielded backlight/a", "3 expired -"])
  }

  @Test func `a client that stops watching has closed the connection`() throws {
    let ends = Mutex<[ConnectionEnd]>([])
    let joined = try Joined(FakeDaemon(leavesOpen: true).interfaces) { end in ends.withLock { $0.append(end) } }

    let told = joined.told { client in
      for try await news in client.watch() {
        joined.tell("\(news.sequence)")
        break
      }
    }

    #expect(told == ["1"])
    #expect(ends.withLock { $0 } == [.hungUp])
  }

  @Test(arguments: [HealthInterface.name, LightsInterface.name, SessionsInterface.name])
  func `the daemon describes itself with the very file`(interface: String) throws {
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
