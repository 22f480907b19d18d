import ComposableCore
import ComposableExtras
import ComposableTesting
import Glibc
import Testing

@Suite(.dependencies) struct BuiltInDependenciesTests {
  @Dependency(\.identifiers) var identifiers
  @Dependency(\.wallTime) var wallTime
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  @Test func `identifiers count up from one in each test`() {
    #expect([identifiers(), identifiers(), identifiers()] == [1, 2, 3])
  }

  @Test(arguments: 1...2) func `identifiers of one case of a test do not go on in the next`(number: Int) {
    #expect(identifiers() == 1)
  }

  @Test func `identifiers of a program count up from one`() {
    let values = DependencyValues(context: .live)

    #expect([values.identifiers(), values.identifiers()] == [1, 2])
  }

  @Test(.dependencies { $0.identifiers = .constant(7) }) func `constant identifiers stay the same`() {
    #expect([identifiers(), identifiers()] == [7, 7])
  }

  @Test func `a constant wall time stands still`() {
    let noon = WallTime.epoch.advanced(by: .seconds(43_200))

    withDependencies {
      $0.wallTime = .constant(noon)
    } operation: {
      #expect(wallTime.now == noon)
    }
    withDependencies {
      $0.wallTime.now = noon
    } operation: {
      #expect(wallTime.now == noon)
    }
  }

  @Test func `the wall time of a program is that of the system`() {
    let before = time(nil)
    let now = inContext(.live) { wallTime.now.sinceEpoch }

    #expect(Duration.seconds(before) <= now)
    // 'time' counts ticks of the kernel, and may be late by one when a second begins.
    #expect(now < .seconds(time(nil) + 2))
  }

  @Test func `reading the wall time in a test without one is an issue`() {
    let issues = withIssues { #expect(wallTime.now == .epoch) }

    #expect(issues.map { $0.message.hasPrefix("Unimplemented: 'wallTime.now' was called") } == [true])
  }

  @Test func `wall times compare and measure`() {
    let later = WallTime.epoch.advanced(by: .seconds(2))

    #expect(WallTime.epoch < later)
    #expect(WallTime.epoch.duration(to: later) == .seconds(2))
  }

  @Test func `a seed decides the random numbers`() {
    let rolls = (0..<2).map { _ in
      withDependencies {
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 42))
      } operation: {
        (0..<5).map { _ in withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
      }
    }

    #expect(rolls[0] == rolls[1])
    #expect(Set(rolls[0]).count > 1)
  }

  @Test func `random numbers in a test that gave none are an issue`() {
    let issues = withIssues { _ = withRandomNumberGenerator { $0.next() } }

    #expect(issues.map { $0.message.hasPrefix("Unimplemented: 'withRandomNumberGenerator' was called") } == [true])
  }

  @Test func `random numbers of a program need nothing`() {
    let issues = withIssues {
      inContext(.live) { _ = withRandomNumberGenerator { $0.next() } }
    }

    #expect(issues.isEmpty)
  }
}
