import ControlAPI
import Glibc
import Programs
import RawClients
import Testing

@Suite struct ClientHoldsTests {
  private static let name = #","name":"ticket","reason":"the train""#

  @Test func `the overview shows the holder of a light and the reason`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let lines = try Client([], on: harness.machine).output.split(separator: "\n")

    #expect(lines.count == 3)
    #expect(lines.dropLast().last == "panel   100%  38.4%")
    #expect(lines.last?.hasPrefix("  in effect  100%  ticket by ") == true)
    #expect(lines.last?.contains(" (\(getpid())), session ") == true)
    #expect(lines.last?.hasSuffix(": the train") == true)
    withExtendedLifetime(holder) {}
  }

  @Test func `holds lists sessions with their claims`() throws {
    let harness = try DaemonHarness()
    let before = try Client(["holds"], on: harness.machine).output
    let holder = try harness.holder(Self.name)

    let lines = try Client(["holds"], on: harness.machine).output.split(separator: "\n")

    #expect(before == "no holds\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("SESSION  HOLDER") == true)
    #expect(lines.last?.contains("ticket  100%    in effect  the train") == true)
    withExtendedLifetime(holder) {}
  }

  @Test func `cancel ends a session and restores the panel`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder()
    let session = try #require(try harness.observer.holders().first)

    let client = try Client(["cancel", "\(session.id)"], on: harness.machine)

    #expect(client.status == 0)
    #expect(client.output.hasPrefix("ended a hold by "))
    #expect(client.output.hasSuffix(" (\(getpid())), session \(session.id)\n"))
    try harness.expectReturn()
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

  @Test func `cancel lists as JSON what it ended`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let client = try Client(["cancel", "ticket", "--json"], on: harness.machine)

    #expect(client.output.hasPrefix(#"{"version":1,"session":"#))
    #expect(client.output.contains(#","holds":[{"id":"#))
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

  @Test func `cancel refuses an unknown session`() throws {
    let machine = try Machine()

    let client = try Client(["cancel", "4711"], on: machine)

    #expect(client.status == 1)
    #expect(client.errors == "there is no session 4711\n")
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

  @Test func `reset lists as JSON what it ended`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let client = try Client(["reset", "--json"], on: harness.machine)

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
