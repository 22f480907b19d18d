import ComposableCore
import ComposableExtras
import ComposableTesting
import Testing

@Suite(.dependency(\.uniqueID, .constant(UniqueID(7)))) struct ExpectationTests {
  @Test func `two values are expected to be equal`() {
    expectNoDifference([1, 2], [1, 2])
    let issues = withIssues { expectNoDifference(Point(x: 1, y: 2), Point(x: 1, y: 3)) }

    #expect(
      issues.map(\.message) == [
        """
        Expected two values to be equal (expected: −, actual: +):

          Point(
            x: 1,
        −   y: 3
        +   y: 2
          )
        """
      ]
    )
  }

  @Test func `an operation is expected to change a value`() {
    var point = Point(x: 1, y: 2)

    expectDifference(point) {
      point.x = 5
    } change: {
      $0.x = 5
    }
    let issues = withIssues { expectDifference(point, operation: { point.y = 0 }, change: { _ in }) }

    #expect(issues.count == 1)
  }

  @Test func `the path to a case puts a value in and takes it out, and finds nothing in the others`() {
    expectRoundTrip(3, through: CasePath<Sample, Int>.number, notIn: [Sample.none, .text("a")])
    let issues = withIssues {
      expectRoundTrip("a", through: CasePath<Sample, String>.wrong, notIn: [Sample.none, .number(1)])
      expectRoundTrip(3, through: CasePath<Sample, Int>.number, notIn: [.number(4)])
    }

    #expect(
      issues.map(\.message)
        == [
          "The path made '.text(_:)' of \"a\", and does not take that out again.",
          "The path to '.text(_:)' also takes a value out of '.number(_:)'.",
          "The path to '.number(_:)' also takes a value out of '.number(_:)'.",
        ].map { $0.replacing("(_:)", with: "") }
    )
  }

  @Test func `a trait sets one dependency`() {
    @Dependency(\.uniqueID) var uniqueID

    #expect(uniqueID() == UniqueID(7))
  }

  @Test(.dependency(\.uniqueID, .constant(UniqueID(8)))) func `a test's own trait comes after its suite's`() {
    @Dependency(\.uniqueID) var uniqueID

    #expect(uniqueID() == UniqueID(8))
  }

  @Test func `asynchronous work gives a result`() async {
    struct Refused: Error {}

    let yielded = await Result {
      await Task.yield()
      return 1
    }
    let refused = await Result {
      await Task.yield()
      throw Refused()
    }

    #expect((try? yielded.get()) == 1)
    #expect(throws: Refused.self) { try refused.get() }
  }

  @Test func `a result has paths to its cases`() {
    struct Refused: Error {}
    let (yielded, refused) = (Result<Int, Refused>.success(1), Result<Int, Refused>.failure(Refused()))

    #expect(yielded[case: \.success] == 1 && !yielded.is(\.failure))
    #expect(refused.is(\.failure) && refused[case: \.success] == nil)
    expectRoundTrip(1, through: CasePath<Result<Int, Refused>, Int>(\.success), notIn: [refused])
  }
}

private struct Point: Equatable {
  var x: Int
  var y: Int
}

private enum Sample: Equatable {
  case none
  case number(Int)
  case text(String)
}

extension CasePath where Root == Sample {
  fileprivate static var number: CasePath<Sample, Int> {
    .init(embed: Sample.number) { if case .number(let number) = $0 { number } else { nil } }
  }

  fileprivate static var wrong: CasePath<Sample, String> {
    .init(embed: Sample.text) { if case .number(let number) = $0 { "\(number)" } else { nil } }
  }
}
