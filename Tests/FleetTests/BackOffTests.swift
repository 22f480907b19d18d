import BrightnessModel
import RandomHistories
import Testing

@testable import Fleet

@Suite struct BackOffTests {
  private var backOff = BackOff()
  private var now = Moment(.seconds(100))
  private var most = Extreme(value: .max)

  /// The longest delay that may follow.
  private mutating func longest(after loss: BackOff.Loss = .failed) -> Duration {
    backOff.delay(after: loss, at: now, using: &most)
  }

  @Test mutating func `the bound doubles from a second to a minute`() {
    let delays = (0..<9).map { _ in longest() }

    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test mutating func `every delay up to the bound is possible`() {
    var least = Extreme(value: 0)

    #expect(backOff.delay(after: .failed, at: now, using: &least) == .zero)
  }

  @Test func `delays are spread evenly below the bound`() {
    var random = SeededRandom(seed: 1)
    let delays = (0..<1000).map { _ in
      var backOff = BackOff()
      return backOff.delay(after: .failed, at: now, using: &random)
    }

    #expect(delays.allSatisfy { Duration.zero...(.seconds(1)) ~= $0 })
    for quarter in 0..<4 {
      let range = (Duration.milliseconds(250) * quarter)..<(.milliseconds(250) * (quarter + 1))
      #expect((200...300).contains(delays.count { range.contains($0) }))
    }
  }

  @Test mutating func `a connection of 30 seconds begins the delays anew, and a shorter one does not`() {
    for _ in 0..<4 { _ = longest() }
    backOff.connect(at: now)
    now = now + .milliseconds(29_999)
    #expect(longest() == .seconds(16))

    backOff.connect(at: now)
    now = now + .seconds(30)

    #expect(longest() == .seconds(1))
  }

  @Test mutating func `time without a connection does not begin the delays anew`() {
    backOff.connect(at: now)
    _ = longest()
    now = now + .seconds(300)

    #expect(longest() == .seconds(2))
  }

  @Test mutating func `waits a minute at least after a refusal`() {
    var least = Extreme(value: 0)

    #expect(backOff.delay(after: .refused, at: now, using: &least) == .seconds(60))
    #expect(longest(after: .refused) == .seconds(62))
  }

  @Test mutating func `waits five minutes after the name was taken twice in a minute`() {
    #expect(longest(after: .nameTaken) == .seconds(1))
    now = now + .milliseconds(59_999)
    #expect(longest(after: .nameTaken) == .seconds(300))
    now = now + .seconds(60)

    #expect(longest(after: .nameTaken) < .seconds(300))
  }
}

/// A source of random numbers that always gives the same one.
private struct Extreme: RandomNumberGenerator {
  let value: UInt64

  func next() -> UInt64 { value }
}
