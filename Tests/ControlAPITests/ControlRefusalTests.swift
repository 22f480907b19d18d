import ControlAPI
import Testing
import Varlink

@Suite struct ControlRefusalTests {
  @Test(arguments: LightsError.samples)
  func `a refusal about lights comes as it was meant`(error: LightsError) throws {
    let joined = try Joined([lights(list: refuse(error), others: error)])

    let refusals = joined.refusals(
      of: { _ = try await $0.lights() },
      { _ = try await $0.light() },
      { try await $0.set(.raw(1)) },
      { for try await _ in $0.watch() {} }
    )

    #expect(refusals == Array(repeating: .lights(error), count: 4))
  }

  @Test(arguments: SessionsError.samples)
  func `a refusal about sessions comes as it was meant`(error: SessionsError) throws {
    let joined = try Joined([sessions(error)])

    let refusals = joined.refusals(
      of: { _ = try await $0.push(.bare) },
      { try await $0.onAppear(1) },
      { try await $0.onDisappear(1) },
      { try await $0.popFrom(1) },
      { for try await _ in $0.hold(.bare) {} },
      { _ = try await $0.sessions() },
      { try await $0.cancel(1) },
      { try await $0.reset() }
    )

    #expect(refusals == Array(repeating: .sessions(error), count: 8))
  }

  @Test func `what every service may answer comes as it was meant`() throws {
    let joined = try Joined([lights { call, _ in call.fail(.permissionDenied) }])

    let refusals = joined.refusals(
      of: { _ = try await $0.lights() },
      { _ = try await $0.sessions() }
    )

    #expect(refusals == [.service(.permissionDenied), .service(.interfaceNotFound(SessionsInterface.name))])
  }

  @Test func `what has many replies has to be asked for more`() throws {
    let joined = try Joined(FakeDaemon().interfaces)

    let refusals = joined.refusals(
      of: { _ = try await $0.call(LightsInterface.Watch()) },
      { _ = try await $0.call(SessionsInterface.Hold(scene: .bare)) }
    )

    #expect(refusals == [.service(.expectedMore), .service(.expectedMore)])
  }

  @Test func `a daemon that goes away fails every call`() throws {
    let joined = try Joined([lights { call, _ in call.call.connection.close() }])

    let refusals = joined.refusals(of: { _ = try await $0.lights() }, { for try await _ in $0.watch() {} })

    #expect(refusals == [.call(.disconnected(.finished)), .call(.disconnected(.finished))])
  }

  private func lights(
    list: @escaping ControlHandler<LightsInterface.List>,
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

  private func refuse<Method: ControlMethod>(_ error: Method.Interface.Failure) -> ControlHandler<Method> {
    { call, _ in call.fail(error) }
  }
}
