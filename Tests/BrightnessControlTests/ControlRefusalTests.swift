import BrightnessControl
import BrightnessVarlink
import Testing

@Suite struct ControlRefusalTests {
  @Test(arguments: LightsError.samples)
  func `errors of Lights arrive as typed errors`(error: LightsError) throws {
    let methods = [refuse(LightsInterface.List.self, error), refuse(LightsInterface.Watch.self, error)]
    let pair = try ConnectedPair([ServedInterface(LightsInterface.self, methods)])

    let refusals = pair.refusals(of: { _ = try await $0.lights.list() }, { for try await _ in $0.lights.watch() {} })

    #expect(refusals == [.lights(error), .lights(error)])
  }

  @Test(arguments: SessionsError.samples)
  func `errors of Sessions arrive as typed errors`(error: SessionsError) throws {
    let methods = [
      refuse(SessionsInterface.Push.self, error), refuse(SessionsInterface.OnAppear.self, error),
      refuse(SessionsInterface.Hold.self, error),
    ]
    let pair = try ConnectedPair([ServedInterface(SessionsInterface.self, methods)])

    let refusals = pair.refusals(
      of: { _ = try await $0.sessions.push(scene: .minimal) },
      { try await $0.sessions.onAppear(scene: 1) },
      { for try await _ in $0.sessions.hold(scene: .minimal) {} }
    )

    #expect(refusals == Array(repeating: .sessions(error), count: 3))
  }

  @Test(arguments: AutomaticError.samples)
  func `errors of Automatic arrive as typed errors`(error: AutomaticError) throws {
    let methods = [refuse(AutomaticInterface.TurnOn.self, error), refuse(AutomaticInterface.Report.self, error)]
    let pair = try ConnectedPair([ServedInterface(AutomaticInterface.self, methods)])

    let refusals = pair.refusals(
      of: { _ = try await $0.automatic.turnOn() },
      { _ = try await $0.automatic.report() }
    )

    #expect(refusals == [.automatic(error), .automatic(error)])
  }

  @Test func `errors of every service arrive as typed errors`() throws {
    let pair = try ConnectedPair([lights { call, _ in call.fail(.permissionDenied) }])

    let refusals = pair.refusals(
      of: { _ = try await $0.lights.list() },
      { _ = try await $0.sessions.list() }
    )

    #expect(refusals == [.service(.permissionDenied), .service(.interfaceNotFound(SessionsInterface.name))])
  }

  @Test func `Watch and Hold without more fail with ExpectedMore`() throws {
    let pair = try ConnectedPair(PlayedDaemon().interfaces)

    let refusals = pair.refusals(
      of: { _ = try await $0.call(LightsInterface.Watch()) },
      { _ = try await $0.call(SessionsInterface.Hold(scene: .minimal)) }
    )

    #expect(refusals == [.service(.expectedMore), .service(.expectedMore)])
  }

  @Test func `a daemon that disconnects fails every call`() throws {
    let pair = try ConnectedPair([lights { call, _ in call.call.connection.close() }])

    let refusals = pair.refusals(of: { _ = try await $0.lights.list() }, { for try await _ in $0.lights.watch() {} })

    #expect(refusals == [.call(.disconnected(.finished)), .call(.disconnected(.finished))])
  }

  private func lights(_ list: @escaping MethodHandler<LightsInterface.List>) -> ServedInterface {
    ServedInterface(LightsInterface.self, [ServedMethod(list), refuse(LightsInterface.Watch.self, .noLights)])
  }

  private func refuse<Method: VarlinkMethod>(
    _: Method.Type,
    _ error: Method.Interface.Failure
  ) -> ServedMethod {
    ServedMethod { (call: MethodCall<Method>, _: Method) in call.fail(error) }
  }
}
