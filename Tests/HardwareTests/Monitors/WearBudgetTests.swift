import BrightnessEventLoop
import Testing

@testable import Hardware

@Suite struct WearBudgetTests {
  private let start = LoopClock.Instant.now

  private func used(_ count: Int, every interval: Duration = .zero) -> WearBudget {
    var budget = WearBudget()
    for number in 0..<count { budget.countWrite(isByProgram: true, at: start.advanced(by: interval * number)) }
    return budget
  }

  @Test func `twelve writes are free, and then one in ten seconds`() {
    #expect(used(11).readyForPrograms(at: start) == start)
    #expect(used(12).readyForPrograms(at: start) == start.advanced(by: .seconds(10)))
    #expect(used(13).readyForPrograms(at: start) == start.advanced(by: .seconds(20)))
  }

  @Test func `the burst is back after two minutes`() {
    var budget = used(12)
    let later = start.advanced(by: .seconds(120))
    for _ in 1...11 { budget.countWrite(isByProgram: true, at: later) }

    #expect(budget.readyForPrograms(at: later) == later)
  }

  @Test func `a day has 500 writes`() {
    let budget = used(500, every: .seconds(10))
    let now = start.advanced(by: .seconds(10_000))

    #expect(budget.readyForPrograms(at: now) == start.advanced(by: .seconds(86_400)))
    #expect(used(499, every: .seconds(10)).readyForPrograms(at: now) == now)
  }

  @Test func `the next day has its own`() {
    var budget = used(500, every: .seconds(10))
    let tomorrow = start.advanced(by: .seconds(86_400))
    budget.countWrite(isByProgram: true, at: tomorrow)

    #expect(budget.readyForPrograms(at: tomorrow) == tomorrow)
  }

  @Test func `restores and the user's levels are counted, and not limited`() {
    var budget = WearBudget()
    for _ in 1...1000 { budget.countWrite(isByProgram: false, at: start) }

    #expect(budget.readyForPrograms(at: start) == start)
    #expect((budget.writes, budget.writesByPrograms) == (1000, 0))
  }
}
