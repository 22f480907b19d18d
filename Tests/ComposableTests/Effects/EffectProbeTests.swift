@testable import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct EffectProbeTests {
  let journal = Journal()

  @Test func `a probe keeps what its effect sends, in order`() {
    let probe = EffectProbe<Int>(.merge(.after(2, 2), .after(1, 1), .send(0)))

    probe.clock.advance(by: .seconds(2))

    #expect(probe.actions == [0, 1, 2])
    #expect(!probe.isLive)
  }

  @Test func `effects of a probe are at one place`() {
    let probe = EffectProbe<Int>(.endless.cancellable(id: "a"))

    probe.begin(.cancel(id: "a"))

    #expect(!probe.isLive)
  }

  @Test func `a cancel ends what one call has begun`() {
    let probe = EffectProbe<Int>(.holding("a", journal))
    let task = probe.begin(.holding("b", journal))

    probe.cancel(task)

    #expect(journal.entries == ["+a", "+b", "-b"])
  }

  @Test func `effects end with their probe`() {
    EffectProbe<Int>(.holding("a", journal)).begin(.holding("b", journal, while: forever))

    #expect(journal.entries == ["+a", "+b", "-a", "-b"])
  }
}
