import ControlAPI
import Testing
import Varlink

@Suite struct ControlRefusalTests {
  @Test(arguments: LightsError.samples)
  func `errors of Lights arrive as typed errors`(error: LightsError) throws {
    let pair = try ConnectedPair([lights(list: { call, _ in call.fail(error) }, others: error)])

    let refusals = pair.refusals(
      of: { _ = try await $0.lights.list() },
      { _ = try await $0.lights.get() },
      { _ = try await $0.lights.set(level: .raw(1)) },
      { for try await _ in $0.lights.watch() {} }
    )

    #expect(refusals == Array(repeating: .lights(error), count: 4))
  }

  @Test(arguments: SessionsError.samples)
  func `errors of Sessions arrive as typed errors`(error: SessionsError) throws {
    let pair = try ConnectedPair([sessions(error)])

    let refusals = pair.refusals(
      of: { _ = try await $0.sessions.push(scene: .minimal) },
      { try await $0.sessions.onAppear(scene: 1) },
      { try await $0.sessions.onDisappear(scene: 1) },
      { try await $0.sessions.popFrom(scene: 1) },
      { for try await _ in $0.sessions.hold(scene: .minimal) {} },
      { _ = try await $0.sessions.list() },
      { for try await _ in $0.sessions.watch() {} },
      { try await $0.sessions.cancel(session: 1) },
      { _ = try await $0.sessions.reset() }
    )

    #expect(refusals == Array(repeating: .sessions(error), count: 9))
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
    let pair = try ConnectedPair(FakeDaemon().interfaces)

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

  private func lights(
    list: @escaping MethodHandler<LightsInterface.List>,
    others error: LightsError = .noLights
  ) -> ServedInterface {
    ServedInterface(
      LightsInterface.self,
      [
        ServedMethod(list), refuse(LightsInterface.Get.self, error), refuse(LightsInterface.Set.self, error),
        refuse(LightsInterface.Watch.self, error),
      ]
    )
  }

  private func sessions(_ error: SessionsError) -> ServedInterface {
    ServedInterface(
      SessionsInterface.self,
      [
        refuse(SessionsInterface.Push.self, error), refuse(SessionsInterface.OnAppear.self, error),
        refuse(SessionsInterface.OnDisappear.self, error), refuse(SessionsInterface.PopFrom.self, error),
        refuse(SessionsInterface.Hold.self, error), refuse(SessionsInterface.List.self, error),
        refuse(SessionsInterface.Watch.self, error),
        refuse(SessionsInterface.Cancel.self, error), refuse(SessionsInterface.Reset.self, error),
      ]
    )
  }

  private func refuse<Method: VarlinkMethod>(
    _: Method.Type,
    _ error: Method.Interface.Failure
  ) -> ServedMethod {
    ServedMethod { (call: MethodCall<Method>, _: Method) in call.fail(error) }
  }
}
