import Composable
import ComposableTesting
import Testing

@Suite(.dependencies) struct DependencyEntryTests {
  @Test func `the property's value is that of a test`() {
    @Dependency(\.greeter) var greeter
    @Dependency(\.guest) var guest

    #expect(greeter.greet("Ada") == "Hello, Ada" && guest == "nobody")
  }

  @Test func `the macro's argument is the value of a program`() {
    #expect(DependencyValues(context: .live).guest == "Ada")
  }

  @Test func `an entry is overridden like another dependency`() {
    withDependencies {
      $0.guest = "Grace"
    } operation: {
      @Dependency(\.guest) var guest
      #expect(guest == "Grace")
    }
  }

  @Test func `an entry without a value for programs reports its key when a program reads it`() {
    let issues = withIssues {
      _ = withDependencies({ $0.context = .live }, operation: { DependencyValues.current.greeter })
    }

    #expect(issues.map { $0.message.hasPrefix("'GreeterKey' has no live value") } == [true])
  }

  @Test func `an entry without a value for tests reports its key when a test reads it`() {
    let issues = withIssues { #expect(DependencyValues.current.host == "localhost") }

    #expect(issues.map { $0.message.hasPrefix("'HostKey' has no test value") } == [true])
  }

  @Test func `another module gives the value of a program`() {
    #expect(DependencyValues(context: .live).room == 7)
  }
}

struct Greeter: Sendable {
  var greet: @Sendable (_ name: String) -> String
}

extension DependencyValues {
  @DependencyEntry var greeter: Greeter = Greeter { "Hello, \($0)" }
  @DependencyEntry(liveValue: "Ada") var guest: String = "nobody"
  @DependencyEntry(liveValue: "localhost") var host: String
  @DependencyEntry public var room: Int = 0
}

extension DependencyValues.RoomKey: DependencyKey {
  public static var liveValue: Int { 7 }
}
