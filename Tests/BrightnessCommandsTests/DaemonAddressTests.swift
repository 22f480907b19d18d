import BrightnessEventLoop
import Testing

@testable import BrightnessCommands
@testable import Commands

@Suite struct DaemonAddressTests {
  private static let system = "/run/brightnessd/io.brightnessd"
  private static let user = "/run/user/1000/brightnessd/io.brightnessd"
  private static let environment = ["XDG_RUNTIME_DIR": "/run/user/1000"]

  @Test(arguments: [
    ([system, user], system), ([user], user), ([system], system), ([], system),
  ])
  func `the user's socket is used only if the system's does not exist`(sockets: [String], socket: String) throws {
    let address = try address(Self.environment, sockets)

    #expect(address.socket == socket)
    #expect(address.isOfUser == (socket == Self.user))
    #expect(address.stateFolder == (address.isOfUser ? "/run/user/1000/brightnessd/state" : "/run/brightnessd/state"))
  }

  @Test(arguments: [[:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "run"]])
  func `without an absolute XDG_RUNTIME_DIR the system socket is used`(environment: [String: String]) throws {
    let sockets = [Self.user, "/brightnessd/io.brightnessd", "run/brightnessd/io.brightnessd"]
    let address = try address(environment, sockets)

    #expect(address.socket == Self.system)
    #expect(!address.isOfUser)
  }

  @Test func `the environment overrides both sockets, and the command line the environment`() throws {
    let environment = Self.environment.merging(["BRIGHTNESSD_SOCKET": "/a"]) { $1 }

    #expect(try address(environment, [Self.system, Self.user]).socket == "/a")
    #expect(try address(environment, [Self.system, Self.user], named: "/b").socket == "/b")
    #expect(try address(environment, [Self.user], named: "/b").stateFolder == "/run/brightnessd/state")
  }

  @Test(arguments: [
    ([], "start brightnessd, which is not on the PATH, with `--user`"),
    (["/bin/brightnessd"], "start it for you alone with `brightnessd --user`"),
    (
      ["/usr/bin/brightnessd", "/lib/systemd/system/brightnessd.service"],
      "start it for you alone with `brightnessd --user`"
    ),
    (["/run/systemd/system", "/bin/brightnessd"], "start it for you alone with `brightnessd --user`"),
    (
      ["/run/systemd/system", "/lib/systemd/system/brightnessd.service"], "start it with `systemctl start brightnessd`"
    ),
    (
      ["/run/systemd/system", "/run/systemd/system/brightnessd.service"], "start it with `systemctl start brightnessd`"
    ),
    (
      ["/run/systemd/system", "/home/a/.config/systemd/user/brightnessd.service"],
      "start it for you alone with `systemctl --user start brightnessd`"
    ),
    (
      ["/run/systemd/system", "/usr/lib/systemd/user/brightnessd.service"],
      "start it for you alone with `systemctl --user start brightnessd`"
    ),
    (
      [
        "/run/systemd/system", "/usr/lib/systemd/system/brightnessd.service",
        "/usr/lib/systemd/user/brightnessd.service",
      ],
      "start it with `systemctl start brightnessd`, or for you alone with `systemctl --user start brightnessd`"
    ),
  ])
  func `the hint without a daemon names a command that works on this machine`(files: [String], hint: String) throws {
    let address = try address(["PATH": "/usr/bin:/bin", "HOME": "/home/a"], files)

    #expect(#expect(throws: Failure.self) { try address.connect() }?.hint == hint)
  }

  @Test(arguments: [
    ([], "start brightnessd, which is not on the PATH"),
    (["/bin/brightnessd"], "start it with `brightnessd`"),
    (
      ["/run/systemd/system", "/lib/systemd/system/brightnessd.service"], "start it with `systemctl start brightnessd`"
    ),
  ])
  func `root is told to start the daemon of the system`(files: [String], hint: String) throws {
    let address = try address(["PATH": "/bin"], files, isRoot: true)

    #expect(#expect(throws: Failure.self) { try address.connect() }?.hint == hint)
  }

  @Test(arguments: [
    ([], "start brightnessd, which is not on the PATH, with `--socket /a/b`"),
    (["/bin/brightnessd"], "start it with `brightnessd --socket /a/b`"),
  ])
  func `the hint for a named socket starts a daemon there`(files: [String], hint: String) throws {
    let address = try address(["PATH": "/usr/bin:/bin"], files, named: "/a/b")

    #expect(#expect(throws: Failure.self) { try address.connect() }?.hint == hint)
  }

  private func address(
    _ environment: [String: String],
    _ sockets: [String],
    named: String? = nil,
    isRoot: Bool = false
  ) throws -> DaemonAddress {
    DaemonAddress(named, { environment[$0] }, on: try EventLoop(), isRoot: isRoot, exists: sockets.contains)
  }
}
