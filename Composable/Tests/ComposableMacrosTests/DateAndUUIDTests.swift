import Composable
import ComposableTesting
import Foundation
import Testing

@Suite(.dependencies) struct DateAndUUIDTests {
  @Dependency(\.date) var date
  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  @Test func `UUIDs of a test count up from 0`() {
    #expect(
      [uuid(), uuid()].map(\.uuidString) == [
        "00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000001",
      ]
    )
  }

  @Test func `a number is the UUID with that number`() {
    #expect(UUID(255) == UUID(uuidString: "00000000-0000-0000-0000-0000000000FF"))
    #expect(UUID(.max) == UUID(uuidString: "00000000-0000-0000-7FFF-FFFFFFFFFFFF"))
  }

  @Test func `UUIDs of a program differ`() {
    let uuid = DependencyValues(context: .live).uuid

    #expect(uuid() != uuid())
  }

  @Test func `a constant date stands still`() {
    let noon = Date(timeIntervalSince1970: 43_200)

    withDependencies {
      $0.date.now = noon
    } operation: {
      #expect(date.now == noon && date() == noon && now == noon)
    }
  }

  @Test func `the date of a program goes on`() {
    let date = DependencyValues(context: .live).date
    let before = Date()

    #expect(before <= date.now)
  }

  @Test func `reading the date in a test without one is an issue where it is read`() {
    let issues = withIssues { #expect(date.now == Date(timeIntervalSince1970: 0)) }

    #expect(issues.map { $0.message.hasPrefix("Unimplemented: 'date.now' was called") } == [true])
    #expect(issues.map(\.location.fileID) == [#fileID])
  }
}
