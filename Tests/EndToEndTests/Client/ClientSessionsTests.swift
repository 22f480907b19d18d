import ControlAPI
import Glibc
import Programs
import RawClients
import Testing

@Suite struct ClientSessionsTests {
  private static let name = #","name":"ticket","reason":"the train""#

  @Test func `the table shows the holder of a light and its reason`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(Self.name)

    let lines = try Client([], on: harness.machine).output.split(separator: "\n")

    #expect(lines.count == 2)
    #expect(lines.last?.hasPrefix("panel   100%  38.4%  ticket by ") == true)
    #expect(lines.last?.contains(" (\(getpid())), session ") == true)
    #expect(lines.last?.hasSuffix(": the train") == true)
    withExtendedLifetime(holder) {}
  }

  @Test func `sessions are listed with their claims`() throws {
    let harness = try DaemonHarness()
    let before = try Client(["sessions"], on: harness.machine).output
    let holder = try harness.holder(Self.name)

    let lines = try Client(["sessions"], on: harness.machine).output.split(separator: "\n")

    #expect(before == "nobody holds a light\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("SESSION  WHO") == true)
    #expect(lines.last?.contains("ticket  100%    deciding  the train") == true)
    withExtendedLifetime(holder) {}
  }

  @Test func `a cancelled session ends, and the panel is restored`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder()
    let session = try #require(try harness.observer.holders().first)

    let client = try Client(["cancel", "\(session.id)"], on: harness.machine)

    #expect(client.status == 0)
    #expect(client.output == "")
    try harness.expectReturn()
    withExtendedLifetime(holder) {}
  }

  @Test func `cancelling an unknown session fails`() throws {
    let machine = try Machine()

    let client = try Client(["cancel", "4711"], on: machine)

    #expect(client.status == 1)
    #expect(client.errorOutput == "cannot find 'session 4711': there is none of this number\n")
  }

  @Test(arguments: [["reset"], ["reset", "--all"]])
  func `a reset ends all holds, and exits when the panel is restored`(arguments: [String]) throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder()

    let client = try Client(arguments, on: harness.machine)

    #expect(client.status == 0)
    #expect(try harness.machine.level == "\(Machine.userLevel)\n")
    #expect(holder.receive().map { $0.contains("cancelled") } ?? true)
  }

  @Test func `a level set under a hold is printed with the hold's level`() throws {
    let harness = try DaemonHarness()
    let holder = try harness.holder(#","onUserChange":"rebase""#)
    let session = try #require(try harness.observer.holders().first)

    let client = try Client(["set", "20%"], on: harness.machine)

    #expect(client.output == "20%, held at 100% by session \(session.id)\n")
    withExtendedLifetime(holder) {}
  }
}
