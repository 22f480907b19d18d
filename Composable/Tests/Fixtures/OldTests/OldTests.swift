import ComposableCore
import ComposableShared
import ComposableTesting
import XCTest

/// Tests of a feature in XCTest, as many programs have them: two that pass, one that forgets to
/// assert a change, one that does not receive an action, and one that misuses the library without a
/// store.
private final class OldTests: XCTestCase {
  private var store: TestStoreOf<Counter>?

  override func invokeTest() {
    withDependencies {
      $0.context = .test
      $0.issueReporter = .recordingFailure
    } operation: {
      super.invokeTest()
    }
  }

  override func tearDown() {
    store = nil
  }

  func testStated() {
    let store = TestStore(initialState: 0) { Counter() }
    store.send(1) { $0 = 1 }
  }

  func testForgotten() {
    let store = TestStore(initialState: 0) { Counter() }
    store.send(1)  // forgotten
  }

  func testNotReceived() {
    store = TestStore(initialState: 0) { Counter() }
    store?.send(0)
  }

  func testMisused() {
    reportIssue("a mistake", at: CodeLocation(fileID: "OldTests/OldTests.swift", line: 1))
  }

  func testShared() {
    @Shared(.inMemory("level")) var level = 1
    XCTAssertEqual(level, 1)
    $level.withLock { $0 = 2 }
  }

  static var all: [(String, (XCTestCase) throws -> Void)] {
    [
      ("testStated", asTest(testStated)), ("testForgotten", asTest(testForgotten)),
      ("testNotReceived", asTest(testNotReceived)), ("testMisused", asTest(testMisused)),
      ("testShared", asTest(testShared)), ("testSharedAgain", asTest(testShared)),
    ]
  }

  private static func asTest(_ test: @escaping (OldTests) -> () -> Void) -> (XCTestCase) throws -> Void {
    { test($0 as! OldTests)() }
  }
}

private struct Counter: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return action == 0 ? .send(1) : .none
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
