import BrightnessControl
import Glibc
import Programs
import RawClients
import Testing

@Suite struct ClientHoldsTests {
  private static let name = #","name":"ticket","reason":"the train""#

  @Test func `the overview and holds show the holder of a light and the reason`() throws {
    let harness = try DaemonHarness()
    let before = try Client(["holds"], on: harness.machine).output
    let holder = try harness.holder(Self.name)

    let overview = try Client([], on: harness.machine).output.split(separator: "\n")
    let holds = try Client(["holds"], on: harness.machine).output.split(separator: "\n")

    #expect(overview.count == 3)
    #expect(overview.dropLast().last == "panel   100%  38.4%")
    #expect(overview.last?.hasPrefix("  in effect  100%  ticket by ") == true)
    #expect(overview.last?.contains(" (\(getpid())), session ") == true)
    #expect(overview.last?.hasSuffix(": the train") == true)
    #expect(before == "no holds\n")
    #expect(holds.count == 2)
    #expect(holds.first?.hasPrefix("SESSION  HOLDER") == true)
    #expect(holds.last?.contains("ticket  100%    in effect  the train") == true)
    withExtendedLifetime(holder) {}
  }

  @Test func `cancel ends a session by the name of its hold`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let client = try Client(["cancel", "ticket"], on: harness.machine)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix("ended ticket by "))
    #expect(client.output.hasSuffix(": the train\n"))
    try harness.expectReturn()
    withExtendedLifetime(holder) {}
  }

  @Test func `cancel ends a session without a hold`() throws {
    let harness = try DaemonHarness()
    let watcher = try harness.machine.connect()
    let list = try watcher.call("List", "{}")
    let session = list.matches(of: /"id":(\d+)/).compactMap { Int($0.1) }.max() ?? 0

    let client = try Client(["cancel", "\(session)"], on: harness.machine)

    #expect(client.output == "ended session \(session), which held nothing\n")
    withExtendedLifetime(watcher) {}
  }

  @Test(arguments: [["reset"], ["reset", "--all"]])
  func `reset ends all holds and waits until the panel is restored`(words: [String]) throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let client = try Client(words, on: harness.machine)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix("ended ticket by "))
    #expect(client.output.hasSuffix(": the train\n"))
    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
    #expect(holder.receive().map { $0.contains("cancelled") } ?? true)
  }

  @Test func `reset without holds says so`() throws {
    let client = try Client(["reset"], on: try Machine())

    #expect((client.status, client.output) == (0, "no holds\n"))
  }

  @Test(arguments: [["cancel", "ticket", "--json"], ["reset", "--json"]])
  func `what ended is listed as JSON`(words: [String]) throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let client = try Client(words, on: harness.machine)

    #expect(client.output.hasPrefix(#"{"version":1,""#))
    #expect(client.output.contains(#","holds":[{"id":"#))
    #expect(client.output.contains(#""name":"ticket","reason":"the train""#))
    withExtendedLifetime(holder) {}
  }

  @Test func `set prints the base level of a held light`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(#","onUserChange":"rebase""#)
    let session = try #require(try harness.observer.holders().first)

    let client = try Client(["set", "20%"], on: harness.machine)

    #expect(client.output == "20%, held at 100% by session \(session.id)\n")
    withExtendedLifetime(holder) {}
  }
}
