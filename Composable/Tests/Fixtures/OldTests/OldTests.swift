import ComposableCore
import ComposableTesting
import XCTest

/// Tests of a feature in XCTest, as many programs have them: one that passes, and one that forgets
/// to assert a change.
private final class OldTests: XCTestCase {
  func testStated() {
    let store = TestStore(initialState: 0) { Counter() }
    store.send(1) { $0 = 1 }
  }

  func testForgotten() {
    let store = TestStore(initialState: 0) { Counter() }
    store.send(1)  // forgotten
  }

  static var all: [(String, (XCTestCase) throws -> Void)] {
    [("testStated", asTest(testStated)), ("testForgotten", asTest(testForgotten))]
  }

  private static func asTest(_ test: @escaping (OldTests) -> () -> Void) -> (XCTestCase) throws -> Void {
    { test($0 as! OldTests)() }
  }
}

private struct Counter: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

/// Runs the tests, or with the argument "issue" prints an issue as a program without a reporter
/// does.
@main struct Program {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "issue" {
      reportIssue("a mistake", at: CodeLocation(fileID: "App/Main.swift", line: 3))
      return print("a result")
    }
    XCTMain([XCTestCaseEntry(testCaseClass: OldTests.self, allTests: OldTests.all)])
  }
}
