import EventLoop
import Testing

@testable import Commands

@Suite struct DaemonAddressTests {
  private static let system = "/run/brightnessd/io.brightnessd"
  private static let user = "/run/user/1000/brightnessd/io.brightnessd"
  private static let environment = ["XDG_RUNTIME_DIR": "/run/user/1000"]

  @Test(arguments: [
    ([system, user], system), ([user], user), ([system], system), ([], system),
  ])
  func `the user's daemon is asked where the system's is not there`(sockets: [String], socket: String) throws {
    let address = try address(Self.environment, sockets)

    #expect(address.socket == socket)
    #expect(address.isOfUser == (socket == Self.user))
    #expect(address.state == (address.isOfUser ? "/run/user/1000/brightnessd/state" : "/run/brightnessd/state"))
  }

  @Test(arguments: [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "run"]])
  func `who has no folder for sockets has no daemon of their own`(environment: [String: String]) throws {
    let sockets = [Self.user, "/brightnessd/io.brightnessd", "run/brightnessd/io.brightnessd"]
    let address = try address(environment, sockets)

    #expect(address.socket == Self.system)
    #expect(!address.isOfUser)
  }

  @Test func `what the environment names comes before both, and what the command line names before that`() throws {
    let environment = Self.environment.merging(["BRIGHTNESSD_SOCKET": "/a"]) { $1 }

    #expect(try address(environment, [Self.system, Self.user]).socket == "/a")
    #expect(try address(environment, [Self.system, Self.user], named: "/b").socket == "/b")
    #expect(try address(environment, [Self.user], named: "/b").state == "/run/brightnessd/state")
  }

  private func address(
    _ environment: [String: String],
    _ sockets: [String],
    named: String? = nil
  ) throws -> DaemonAddress {
    DaemonAddress(named, { environment[$0] }, on: try EventLoop(), isThere: sockets.contains)
  }
}
