import ComposableCore
import ComposableTesting
import Testing

@Suite struct DependencyKeyTests {
  @Test func `a key gives its live value in a program and its test value in a test`() {
    let live = DependencyValues(context: .live)
    let test = DependencyValues(context: .test)

    #expect(live.shelf.books == 1)
    #expect(test.shelf.books == 100)
  }

  @Test func `outside of anything the context is live`() {
    #expect(DependencyValues.current.context == .live)
  }

  @Test func `a key without a test value read in a test is an issue, and gives its live value`() {
    let issues = withIssues {
      inContext(.test) {
        @Dependency(\.reader) var reader
        #expect(reader == "Ada")
      }
    }

    #expect(
      issues.map(\.message) == [
        """
        'ReaderKey' has no test value, but was read in a test; its live value is used.
          Key: ReaderKey
          Value: Optional<String>
        Override it where the test begins, 'withDependencies { $0[ReaderKey.self] = … }', or give 'ReaderKey' a 'testValue'.
        """
      ]
    )
  }

  @Test func `a key without a live value read in a program is an issue, and gives its test value`() {
    let issues = withIssues {
      inContext(.live) {
        @Dependency(ProbeKey.self) var probe
        #expect(probe == 3)
      }
    }

    #expect(
      issues.map(\.message) == [
        """
        'ProbeKey' has no live value, but was read in a live program; its test value is used.
          Key: ProbeKey
          Value: Int
        Conform 'ProbeKey' to 'DependencyKey', or override it where the program begins, \
        'prepareDependencies { $0[ProbeKey.self] = … }'.
        """
      ]
    )
  }

  @Test func `the issue of a missing value names the line of the property that read it`() {
    var line = 0
    let issues = withIssues {
      inContext(.test) {
        line = #line + 1
        @Dependency(\.reader) var reader
        _ = reader
      }
    }

    #expect(issues.map(\.location.line) == [line])
    #expect(issues.map(\.location.fileID) == [#fileID])
  }

  @Test func `a missing value is reported once and then remembered`() {
    let issues = withIssues {
      inContext(.test) {
        @Dependency(\.reader) var reader
        _ = (reader, reader)
        @Dependency(\.reader) var again
        _ = again
      }
    }

    #expect(issues.count == 1)
  }

  @Test func `an overridden key is not missed`() {
    let issues = withIssues {
      withDependencies {
        $0.context = .test
        $0.reader = "Grace"
      } operation: {
        @Dependency(\.reader) var reader
        #expect(reader == "Grace")
      }
    }

    #expect(issues.isEmpty)
  }
}

private enum ProbeKey: TestDependencyKey {
  static var testValue: Int { 3 }
}
