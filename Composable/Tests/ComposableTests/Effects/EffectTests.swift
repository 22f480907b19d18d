@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct EffectTests {
  @Test func `concatenated effects begin one after the other`() {
    let probe = EffectProbe<Int>(.concatenate(.after(1, 1), .after(2, 2), .after(3, 3)))
    var seen = [probe.actions]

    for _ in 1...6 {
      probe.clock.advance(by: .seconds(1))
      seen.append(probe.actions)
    }

    #expect(seen == [[], [1], [1], [1, 2], [1, 2], [1, 2], [1, 2, 3]])
    #expect(probe.traces == .none)
  }

  @Test func `a concatenation of one effect is that effect`() {
    let probe = EffectProbe<Int>(.concatenate(.after(1, 1)))
    let traces = probe.traces

    probe.clock.advance(by: .seconds(1))

    #expect(traces == Traces(effects: 1, sends: 1))
    #expect(probe.actions == [1])
    #expect(!probe.isLive)
  }

  @Test func `merged effects live side by side`() {
    let probe = EffectProbe<Int>(.merge(.after(3, 3), .after(1, 1), .after(2, 2)))
    var seen: [[Int]] = []

    for _ in 1...3 {
      probe.clock.advance(by: .seconds(1))
      seen.append(probe.actions)
    }

    #expect(seen == [[1], [1, 2], [1, 2, 3]])
    #expect(probe.traces == .none)
  }

  @Test func `nothing is left out or added where an effect is joined with none`() {
    #expect(Effect<Int>.merge(.none, .none).isNone)
    #expect(Effect<Int>.concatenate(.none, .none).isNone)
    #expect(Effect<Int>.merge([]).isNone)
    #expect(Effect<Int>.concatenate([]).isNone)
    #expect(Effect<Int>.none.merge(with: .none).isNone)
    #expect(Effect<Int>.none.concatenate(with: .none).isNone)
    #expect(Effect<Int>.none.map { "\($0)" }.isNone)
    #expect(Effect<Int>.none.cancellable(id: 1).isNone)
    #expect(Effect<Int>.none.throttle(id: 1, for: .zero, clock: ImmediateClock(), latest: true).isNone)
    #expect(Effect<Int>.none.debounce(id: 1, for: .zero, clock: ImmediateClock()).isNone)
  }

  @Test(arguments: [
    Effect<Int>.send(1).merge(with: .none), Effect.none.merge(with: .send(1)),
    .send(1).concatenate(with: .none), .none.concatenate(with: .send(1)),
  ])
  func `an effect joined with none is that effect`(_ effect: Effect<Int>) {
    guard case .send(1) = effect.kind else {
      Issue.record("the effect became another")
      return
    }
  }

  @Test func `effects that are joined pairwise do what those do that are joined as a list`() {
    let merged = EffectProbe<Int>(.after(2, 2).merge(with: .after(1, 1)))
    let concatenated = EffectProbe<Int>(.after(2, 2).concatenate(with: .after(1, 1)))

    merged.clock.advance(by: .seconds(3))
    concatenated.clock.advance(by: .seconds(3))

    #expect(merged.actions == [1, 2])
    #expect(concatenated.actions == [2, 1])
  }

  @Test func `map turns what every kind of effect sends`() {
    let effects: [Effect<Int>] = [
      .send(1), .run { await $0(2) }, .hold(acquire: {}, release: {}, while: { await $0(3) }),
      .merge(.send(4), .run { await $0(5) }), .concatenate(.send(6), .send(7)), .run { await $0(8) }.cancellable(id: 1),
      .send(9).throttle(id: 1, for: .seconds(1), clock: ImmediateClock(), latest: true),
    ]

    let probe = EffectProbe<String>(.concatenate(effects.map { $0.map { "\($0)" } }))

    #expect(probe.actions == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
  }
}
