import Glibc
import HardwareTesting
import Service
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

  @Test(arguments: [
    ("", "XDG_RUNTIME_DIR is not set: log in, or set it to /run/user/\(getuid())"),
    ("run", "cannot use 'XDG_RUNTIME_DIR=run': expected the path of this user's folder for sockets"),
  ])
  func `a user without a runtime folder has no paths`(folder: String, sentence: String) {
    let error = #expect(throws: DaemonError.self) { try UserPlaces { $0 == "XDG_RUNTIME_DIR" ? folder : nil } }

    #expect(error?.description == sentence)
  }

  @Test func `the user's files take precedence over those of the system`() {
    let places = ConfigurationPlaces.ofUser(in: "/home/a/.config")

    #expect(places.files == ["/home/a/.config/brightnessd.conf", "/etc/brightnessd.conf"])
    #expect(
      places.dropIns
        == ["/home/a/.config", "/etc", "/run", "/usr/local/lib", "/usr/lib"].map {
          "\($0)/brightnessd.conf.d"
        }
    )
  }

  @Test(arguments: [
    (["HOME": "home"], ["brightnessd", "home", "home/.local", "home/.local/state", "home/.local/state/brightnessd"]),
    (["XDG_STATE_HOME": "a/b"], ["brightnessd", "a", "a/b", "a/b/brightnessd"]),
    (["XDG_RUNTIME_DIR": "run"], ["run", "run/brightnessd"]),
  ])
  func `folders that are missing are made for the user alone, and only once`(
    variables: [String: String],
    folders: [String]
  ) throws {
    let tree = try FakeTree()
    let environment = ["XDG_RUNTIME_DIR": ""].merging(variables) { $1 }.mapValues { tree.path($0) }
    let places = try UserPlaces { environment[$0] }

    try places.make()
    try places.make()

    #expect(folders.map { mode(of: tree.path($0)) } == folders.map { _ in 0o700 })
  }

  @Test func `folders get their mode whatever the umask`() throws {
    let tree = try FakeTree()

    // Each usual umask takes a right away from this mode.
    try makeFolders(to: tree.path("a/b"), mode: 0o777)

    #expect(["a", "a/b"].map { mode(of: tree.path($0)) } == [0o777, 0o777])
  }

  @Test func `a persistent folder that cannot be made is left to its first use`() throws {
    let tree = try FakeTree()
    let places = try UserPlaces { ["XDG_RUNTIME_DIR": tree.root, "XDG_STATE_HOME": "/dev/null/a"][$0] }

    try places.make()

    #expect(mode(of: tree.path("brightnessd")) == 0o700)
  }

  @Test func `a daemon of the system that root starts by hand has its folder made, which all users may enter`() throws {
    let tree = try FakeTree()

    try SystemPlaces.makeFolder(above: tree.path("run/brightnessd/state"), as: 0)

    #expect(mode(of: tree.path("run/brightnessd")) == 0o755)
    #expect(mode(of: tree.path("run/brightnessd/state")) == nil)
  }

  @Test func `another user is told what to run instead, unless the folder is that user's`() throws {
    let tree = try FakeTree()
    let state = tree.path("state")

    let error = #expect(throws: DaemonError.self) { try SystemPlaces.makeFolder(above: state, as: 1000) }
    try tree.put(.folder, at: "state")
    try SystemPlaces.makeFolder(above: state, as: 1000)

    #expect(
      error?.description
        == "cannot use '\(state)': only the system's daemon may; run brightnessd --user or --simulate, "
        + "or as root systemctl start brightnessd"
    )
  }

  @Test func `a folder that cannot be created is an error`() throws {
    let places = try UserPlaces { $0 == "XDG_RUNTIME_DIR" ? "/dev/null" : nil }

    let error = #expect(throws: DaemonError.self) { try places.make() }

    #expect(error?.description == "cannot create '/dev/null/brightnessd': not a directory")
  }

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}
