import Glibc
import HardwareTesting
import Testing

@testable import Daemon

@Suite struct UserPlacesTests {
  @Test func `a per-user daemon uses the user's folders`() throws {
    let environment = ["XDG_RUNTIME_DIR": "/run/user/1000", "HOME": "/home/a"]

    let places = try UserPlaces { environment[$0] }

    #expect(places.socket == "/run/user/1000/brightnessd/io.brightnessd")
    #expect(places.state == "/run/user/1000/brightnessd/state")
    #expect(places.configuration == .ofUser(in: "/home/a/.config"))
  }

  @Test(arguments: [
    (["HOME": "/home/a", "XDG_CONFIG_HOME": "/b"], ConfigurationPlaces.ofUser(in: "/b")),
    (["HOME": "/home/a", "XDG_CONFIG_HOME": "b"], .ofUser(in: "/home/a/.config")),
    (["HOME": "/home/a", "XDG_CONFIG_HOME": ""], .ofUser(in: "/home/a/.config")),
    (["HOME": "a"], .standard), ([:], .standard),
  ])
  func `a relative path is ignored`(environment: [String: String], places: ConfigurationPlaces) throws {
    let environment = environment.merging(["XDG_RUNTIME_DIR": "/run/user/1000"]) { $1 }

    #expect(try UserPlaces { environment[$0] }.configuration == places)
  }

  @Test(arguments: ["", "run"])
  func `a user without a runtime folder has no paths`(folder: String) {
    let error = #expect(throws: DaemonError.self) { try UserPlaces { $0 == "XDG_RUNTIME_DIR" ? folder : nil } }

    let sentence = "cannot use 'XDG_RUNTIME_DIR=\(folder)': expected the path of this user's folder for sockets"
    #expect(error?.description == sentence)
  }

  @Test func `the user's files take precedence over those of the system`() {
    let places = ConfigurationPlaces.ofUser(in: "/home/a/.config")

    #expect(places.files == ["/home/a/.config/brightnessd.conf", "/etc/brightnessd.conf"])
    #expect(
      places.dropIns == ["/home/a/.config", "/etc", "/run", "/usr/lib"].map { "\($0)/brightnessd.conf.d" }
    )
  }

  @Test func `the state folder is created once`() throws {
    let tree = try FakeTree()
    let places = try UserPlaces { $0 == "XDG_RUNTIME_DIR" ? tree.root : nil }

    try places.make()
    try places.make()

    #expect(access(tree.path("brightnessd"), W_OK | X_OK) == 0)
  }

  @Test func `a folder that cannot be created is an error`() throws {
    let places = try UserPlaces { $0 == "XDG_RUNTIME_DIR" ? "/dev/null" : nil }

    let error = #expect(throws: DaemonError.self) { try places.make() }

    #expect(error?.description == "cannot create '/dev/null/brightnessd': not a directory")
  }
}
