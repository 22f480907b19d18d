import ControlAPI
import Testing
import Varlink

@Suite struct ControlRefusalTests {
  @Test(arguments: LightsError.samples)
  func `errors of Lights arrive as typed errors`(error: LightsError) throws {
    let joined = try Joined([lights(list: refuse(error), others: error)])

    let refusals = joined.refusals(
      of: { _ = try await $0.lights.list() },
      { _ = try await $0.lights.get() },
      { _ = try await $0.lights.set(level: .raw(1)) },
      { for try await _ in $0.lights.watch() {} }
    )

    #expect(refusals == Array(repeating: .lights(error), count: 4))
  }

  @Test(arguments: SessionsError.samples)
  func `errors of Sessions arrive as typed errors`(error: SessionsError) throws {
    let joined = try Joined([sessions(error)])

    let refusals = joined.refusals(
      of: { _ = try await $0.sessions.push(scene: .bare) },
      { try await $0.sessions.onAppear(scene: 1) },
      { try await $0.sessions.onDisappear(scene: 1) },
      { try await $0.sessions.popFrom(scene: 1) },
      { for try await _ in $0.sessions.hold(scene: .bare) {} },
      { _ = try await $0.sessions.list() },
      { try await $0.sessions.cancel(session: 1) },
      { _ = try await $0.sessions.reset() }
    )

    #expect(refusals == Array(repeating: .sessions(error), count: 8))
  }

  @Test func `errors of every service arrive as typed errors`() throws {
    let joined = try Joined([lights { call, _ in call.fail(.permissionDenied) }])

    let refusals = joined.refusals(
      of: { _ = try await $0.lights.list() },
      { _ = try await $0.sessions.list() }
    )

    #expect(refusals == [.service(.permissionDenied), .service(.interfaceNotFound(SessionsInterface.name))])
  }

  @Test func `Watch and Hold without more fail with ExpectedMore`() throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let refusals = joined.refusals(
      of: { _ = try await $0.call(LightsInterface.Watch()) },
      { _ = try await $0.call(SessionsInterface.Hold(scene: .bare)) }
    )

    #expect(refusals == [.service(.expectedMore), .service(.expectedMore)])
  }

  @Test func `a daemon that disconnects fails every call`() throws {
    let joined = try Joined([lights { call, _ in call.call.connection.close() }])

    let refusals = joined.refusals(of: { _ = try await $0.lights.list() }, { for try await _ in $0.lights.watch() {} })

    #expect(refusals == [.call(.disconnected(.finished)), .call(.disconnected(.finished))])
  }

  private func lights(
    list: @escaping MethodHandler<LightsInterface.List>,
    others error: LightsError = .noLights
  ) -> ServedInterface {
    .lights(list: list, get: refuse(error), set: refuse(error), watch: refuse(error))
  }

  private func sessions(_ error: SessionsError) -> ServedInterface {
    .sessions(
      push: refuse(error),
      onAppear: refuse(error),
      onDisappear: refuse(error),
      popFrom: refuse(error),
      hold: refuse(error),
      list: refuse(error),
      cancel: refuse(error),
      reset: refuse(error)
    )
  }

  private func refuse<Method: VarlinkMethod>(_ error: Method.Interface.Failure) -> MethodHandler<Method> {
    { call, _ in call.fail(error) }
  }
}
