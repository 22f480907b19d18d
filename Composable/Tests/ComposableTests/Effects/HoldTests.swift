@testable import ComposableCore
import ComposableTesting
import Testing

/// How a hold is spent: by nothing but the hold, or with work meanwhile.
enum HoldKind: CaseIterable, Sendable {
  case alone, working

  func effect<Action>(_ name: String, _ journal: Journal) -> Effect<Action> {
    switch self {
    case .alone: .holding(name, journal)
    case .working: .holding(name, journal, while: forever)
    }
  }

  func work<Action>() -> (@Sendable (Send<Action>) async throws -> Void)? {
    switch self {
    case .alone: nil
    case .working: { send in try await forever(send) }
    }
  }
}

@Suite(.dependencies) struct HoldTests {
  private struct Refusal: Error {}

  let journal = Journal()
  let probe = EffectProbe<Int>()

  @Test(arguments: HoldKind.allCases)
  func `a hold that is cancelled before its task first ran is released in that turn`(kind: HoldKind) {
    for _ in 1...100 {
      probe.executor.perform {
        _ = probe.core.send(.begin(kind.effect("a", journal).cancellable(id: "a")))
        _ = probe.core.send(.begin(.cancel(id: "a")))
      }
    }

    #expect(journal.entries == Array(repeatElement(["+a", "-a"], count: 100).joined()))
    #expect(probe.traces == .none)
  }

  @Test(arguments: HoldKind.allCases)
  func `a hold that is cancelled while it waits is released in that turn`(kind: HoldKind) {
    probe.begin(kind.effect("a", journal).cancellable(id: "a"))

    probe.executor.perform {
      _ = probe.core.send(.begin(.cancel(id: "a")))
      #expect(journal.entries == ["+a", "-a"])
    }
    #expect(probe.traces == .none)
  }

  @Test func `a hold that is cancelled inside its body is released before the body goes on`() {
    probe.begin(
      .holding("a", journal) { [journal] _ in
        journal.note("body")
        await Task.cancel(id: "a")
        journal.note("body after its end")
      }
      .cancellable(id: "a")
    )

    #expect(journal.entries == ["+a", "body", "-a", "body after its end"])
    #expect(probe.traces == .none)
  }

  @Test func `a hold that is cancelled by an action of its own body is released in the turn of that action`() {
    let store = FamilyStore()
    store.send(
      .begin(
        .holding("a", journal) { [journal] send in
          await send(.begin(.cancel(id: "a")))
          journal.note("sent")
        }
        .cancellable(id: "a")
      )
    )

    #expect(journal.entries == ["+a", "-a", "sent"])
  }

  @Test func `a hold whose body is at work elsewhere is released in the turn of the cancel`() {
    let elsewhere = SteppedExecutor()
    probe.begin(
      .holding("a", journal) { [journal] _ in
        await withTaskGroup { group in
          group.addTask(executorPreference: elsewhere) { journal.note("body") }
        }
      }
      .cancellable(id: "a")
    )

    probe.begin(.cancel(id: "a"))
    let released = journal.entries
    elsewhere.drain()
    probe.executor.drain()

    #expect(released == ["+a", "-a"])
    #expect(journal.entries == ["+a", "-a", "body"])
    #expect(probe.traces == .none)
  }

  @Test func `a hold without work lasts, and costs no task`() {
    probe.executor.perform {
      _ = probe.core.send(.begin(.holding("a", journal)))
      #expect(probe.executor.isIdle)
    }

    probe.clock.advance(by: .seconds(1_000_000))

    #expect(journal.entries == ["+a"])
    #expect(probe.isLive)
  }

  @Test func `a hold ends when its work has thrown and the handler is done`() {
    probe.begin(
      .hold(
        acquire: { [journal] in journal.note("+a") },
        release: { [journal] in journal.note("-a") },
        while: { _ in throw Refusal() },
        catch: { [journal] error, send in
          journal.note("\(type(of: error))")
          await send(1)
        }
      )
    )

    #expect(journal.entries == ["+a", "Refusal", "-a"])
    #expect(probe.actions == [1])
    #expect(probe.traces == .none)
  }

  @Test func `a hold ends when its work has thrown an unhandled error`() {
    let line = #line + 3
    let issues = withIssues {
      EffectProbe<Int>().begin(
        .hold(acquire: {}, release: { [journal] in journal.note("-a") }, while: { _ in throw Refusal() })
      )
    }

    #expect(issues.map(\.location.line) == [line])
    #expect(journal.entries == ["-a"])
  }

  @Test(arguments: [nil, { @Sendable _ in }] as [(@Sendable (Send<Int>) async throws -> Void)?])
  func `nothing is released when the acquisition throws, and the handler gets the error`(
    operation: (@Sendable (Send<Int>) async throws -> Void)?
  ) {
    probe.begin(
      .hold(
        acquire: { throw Refusal() },
        release: { [journal] in journal.note("-a") },
        while: operation,
        catch: { error, send in await send(error is Refusal ? 1 : 2) }
      )
    )

    #expect(probe.actions == [1])
    #expect(journal.entries == [])
    #expect(probe.traces == .none)
  }

  @Test func `an unhandled error of an acquisition is an issue at the effect`() {
    let line = #line + 2
    let issues = withIssues {
      EffectProbe<Int>().begin(.hold(acquire: { throw Refusal() }, release: {}))
    }

    #expect(issues.map(\.location.line) == [line])
  }

  @Test(arguments: HoldKind.allCases)
  func `a hold is released once, however often and by whatever it is ended`(kind: HoldKind) {
    let task = probe.begin(kind.effect("a", journal).cancellable(id: "a").cancellable(id: "b"))

    for id in ["a", "b", "a"] { probe.begin(.cancel(id: id)) }
    probe.cancel(task)
    probe.cancel(task)

    #expect(journal.entries == ["+a", "-a"])
  }

  @Test(arguments: HoldKind.allCases)
  func `holds are released in the order in which they began`(kind: HoldKind) {
    let names = (1...20).map { "\($0)" }
    probe.begin(.merge(names.map { kind.effect($0, journal) }).cancellable(id: "all"))

    probe.begin(.cancel(id: "all"))

    #expect(journal.entries == names.map { "+\($0)" } + names.map { "-\($0)" })
  }
}
