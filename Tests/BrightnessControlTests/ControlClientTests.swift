import BrightnessControl
import BrightnessVarlink
import InterfaceChecks
import Testing
import VarlinkCodegen

@Suite struct ControlClientTests {
  @Test func `each function calls its method with its parameters, and returns the reply`() throws {
    let daemon = PlayedDaemon()
    let pair = try ConnectedPair(daemon.interfaces)

    let messages = pair.messages { client in
      pair.append("\(try await client.lights.list().lights == [.full, .minimal])")
      pair.append("\(try await client.lights.get().light == .minimal)")
      pair.append("\(try await client.lights.get(light: "leds/b").light == .full)")
      let step = try await client.lights.set(
        light: "leds/b",
        level: .changeRaw(-1),
        fade: .milliseconds(200),
        allowOff: true,
        forNow: true
      )
      pair.append("\(step.lights == [.full])")
      _ = try await client.lights.set(level: .percent(50.5))
      let scene = try await client.sessions.push(scene: .minimal).scene
      try await client.sessions.onAppear(scene: scene)
      try await client.sessions.onDisappear(scene: scene)
      try await client.sessions.popFrom(scene: scene)
      pair.append("\(try await client.sessions.list().sessions == [.full, .minimal])")
      try await client.sessions.cancel(session: 7)
      pair.append("\(try await client.sessions.reset(all: true).sessions == 2)")
      _ = try await client.sessions.reset()
      pair.append("\(try await client.health.report() == .full)")
      pair.append("\(try await client.health.allowMonitor(light: "DP-1").wasBlocked)")
      pair.append("\(try await client.automatic.report() == .full)")
      pair.append("\(try await client.automatic.turnOn(light: "panel").lights == [.full])")
      pair.append("\(try await client.automatic.turnOff().lights == [.minimal])")
      pair.append("\(try await client.automatic.forget(light: "panel").lights == [])")
    }

    #expect(messages == Array(repeating: "true", count: 12))
    #expect(
      daemon.asked.map { $0.replacing("io.brightnessd.", with: "") } == [
        "Lights.List {}", "Lights.Get {}", #"Lights.Get {"light":"leds/b"}"#,
        #"Lights.Set {"light":"leds/b","level":{"changeRaw":-1},"fadeMilliseconds":200,"allowOff":true,"forNow":true}"#,
        #"Lights.Set {"level":{"percent":50.5}}"#, #"Sessions.Push {"scene":{"claims":[]}}"#,
        #"Sessions.OnAppear {"scene":3}"#, #"Sessions.OnDisappear {"scene":3}"#, #"Sessions.PopFrom {"scene":3}"#,
        "Sessions.List {}", #"Sessions.Cancel {"session":7}"#, #"Sessions.Reset {"all":true}"#, "Sessions.Reset {}",
        "Health.Report {}", #"Health.AllowMonitor {"light":"DP-1"}"#, "Automatic.Report {}",
        #"Automatic.TurnOn {"light":"panel"}"#, "Automatic.TurnOff {}", #"Automatic.Forget {"light":"panel"}"#,
      ]
    )
  }

  @Test func `each function that has several replies passes on all of them`() throws {
    let pair = try ConnectedPair(PlayedDaemon().interfaces)

    let messages = pair.messages { client in
      for try await update in client.lights.watch(light: "panel") {
        pair.append("\(update.sequence) \(update.cause) \(update.light.id)")
      }
      for try await _ in client.sessions.watch() { pair.append("changed") }
      for try await update in client.sessions.hold(scene: .full) {
        pair.append("\(update.scene) \(update.event) \(update.light ?? "-")")
      }
    }

    #expect(
      messages == [
        "1 initial backlight/a", "2 external leds/b", "changed", "changed", "3 holding -", "3 yielded backlight/a",
        "3 expired -",
      ]
    )
  }

  @Test(arguments: InterfaceDescription.ourNames)
  func `the daemon returns the interface files as descriptions`(interface: String) throws {
    let pair = try ConnectedPair(PlayedDaemon().interfaces)

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
