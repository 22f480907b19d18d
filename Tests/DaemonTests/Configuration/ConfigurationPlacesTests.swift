import BrightnessEventLoop
import HardwareTesting
import Service
import Testing

@testable import Daemon

@Suite struct ConfigurationPlacesTests {
  @Test func `missing files are no problem`() throws {
    let tree = try FakeTree()

    let reading = ConfigurationReading(tree.places)

    #expect((reading.configuration, reading.problems) == (Configuration(), []))
  }

  @Test func `drop-ins apply after the file, by name and not by folder`() throws {
    let tree = try FakeTree()
    try tree.put(group: "a", at: "etc/brightnessd.conf")
    try tree.put(group: "b", at: "etc/brightnessd.conf.d/20-b.conf")
    try tree.put(group: "c", at: "usr/lib/brightnessd.conf.d/30-c.conf")
    try tree.put(group: "d", at: "run/brightnessd.conf.d/10-d.conf")

    #expect(
      tree.paths == [
        "etc/brightnessd.conf", "run/brightnessd.conf.d/10-d.conf", "etc/brightnessd.conf.d/20-b.conf",
        "usr/lib/brightnessd.conf.d/30-c.conf",
      ]
    )
    #expect(ConfigurationReading(tree.places).configuration.groups == ["c"])
  }

  @Test func `a drop-in hides those of its name in later folders`() throws {
    let tree = try FakeTree()
    try tree.put(group: "a", at: "usr/lib/brightnessd.conf.d/a.conf")
    #expect(ConfigurationReading(tree.places).configuration.groups == ["a"])

    try tree.put(group: "b", at: "run/brightnessd.conf.d/a.conf")
    #expect(ConfigurationReading(tree.places).configuration.groups == ["b"])

    try tree.put(group: "c", at: "etc/brightnessd.conf.d/a.conf")
    #expect(ConfigurationReading(tree.places).configuration.groups == ["c"])
    #expect(tree.paths.count == 1)
  }

  @Test func `a link to no file is a file that cannot be read`() throws {
    let tree = try FakeTree()
    let paths = ["etc/brightnessd.conf", "etc/brightnessd.conf.d/a.conf"]
    try tree.put(.folder, at: "etc/brightnessd.conf.d")
    for path in paths { try tree.put(.link("/nonexistent/a"), at: path) }

    let problems = ConfigurationReading(tree.places).problems.map(\.description)

    #expect(problems == paths.map { "cannot read '\(tree.path($0))': no such file or directory" })
  }

  @Test func `a link to nothing masks a drop-in`() throws {
    let tree = try FakeTree()
    try tree.put(group: "a", at: "usr/lib/brightnessd.conf.d/a.conf")
    try tree.put(.folder, at: "etc/brightnessd.conf.d")
    try tree.put(.link("/dev/null"), at: "etc/brightnessd.conf.d/a.conf")

    let reading = ConfigurationReading(tree.places)

    #expect((reading.configuration, reading.problems) == (Configuration(), []))
  }

  @Test func `after 256 drop-ins the rest is an error`() throws {
    let tree = try FakeTree()
    for number in 1000..<1258 { try tree.put(group: "g\(number)", at: "etc/brightnessd.conf.d/\(number).conf") }

    let reading = ConfigurationReading(tree.places)

    let path = "\(tree.root)/etc/brightnessd.conf.d/1256.conf"
    #expect(reading.problems.first?.description == "cannot read '\(path)': there are more than 256 drop-ins")
    #expect(reading.configuration.groups == ["g1255"])
    #expect(!reading.isValid)
  }

  @Test func `other files in a folder of drop-ins are ignored`() throws {
    let tree = try FakeTree()
    for name in ["a.conf~", "README", ".a.conf", "a.conf.bak"] {
      try tree.put(group: "a", at: "etc/brightnessd.conf.d/\(name)")
    }

    #expect(tree.paths == [])
  }

  @Test func `a named file must exist`() throws {
    let tree = try FakeTree()
    let path = tree.path("mine.conf")

    let reading = ConfigurationReading(ConfigurationPlaces(file: path))

    #expect(reading.problems.map(\.description) == ["cannot read '\(path)': no such file or directory"])
    #expect(!reading.isValid)
  }

  @Test func `a named file has its drop-ins beside it`() throws {
    let tree = try FakeTree()
    try tree.put(group: "a", at: "mine.conf")
    try tree.put(group: "b", at: "mine.conf.d/b.conf")

    #expect(ConfigurationReading(ConfigurationPlaces(file: tree.path("mine.conf"))).configuration.groups == ["b"])
  }

  @Test func `of several main files the first that exists is used`() throws {
    let tree = try FakeTree()
    try tree.put(group: "a", at: "etc/brightnessd.conf")
    let before = ConfigurationReading(tree.places).configuration.groups
    try tree.put(group: "b", at: "home/brightnessd.conf")

    #expect(before == ["a"])
    #expect(tree.paths == ["home/brightnessd.conf"])
  }

  @Test func `a file that cannot be read is an error with the reason`() throws {
    let tree = try FakeTree()
    try tree.put(.folder, at: "etc/brightnessd.conf")
    try tree.put(.folder, at: "run")
    try tree.put(.text(""), at: "run/brightnessd.conf.d")
    try tree.put(.folder, at: "usr/lib/brightnessd.conf.d")
    try tree.put(.link("/dev/zero"), at: "usr/lib/brightnessd.conf.d/a.conf")

    let reading = ConfigurationReading(tree.places)

    #expect(
      reading.problems.map(\.description) == [
        "cannot read '\(tree.path("etc/brightnessd.conf"))': is a directory",
        "cannot read '\(tree.path("run/brightnessd.conf.d"))': not a directory",
        "cannot read '\(tree.path("usr/lib/brightnessd.conf.d/a.conf"))': it is larger than 1 MiB",
      ]
    )
  }

  @Test func `a reload follows the files`() throws {
    let tree = try FakeTree()
    let former = ConfigurationReading(tree.places)
    try tree.put(group: "a", at: "etc/brightnessd.conf")

    let current = former.reread(tree.places)

    #expect(current.isValid)
    #expect(current.configuration.groups == ["a"])
  }

  @Test func `a reload of files with an error changes nothing`() throws {
    let tree = try FakeTree()
    try tree.put(group: "a", at: "etc/brightnessd.conf")
    let former = ConfigurationReading(tree.places)
    try tree.put(.text("[Daemon]\nGroup=root\nLogLevel=loud\n"), at: "etc/brightnessd.conf")

    let current = former.reread(tree.places)

    #expect(!current.isValid)
    #expect(current.configuration.groups == ["a"])
    #expect(current.problems.count == 1)
  }
}

extension FakeFiles where Self: ~Copyable {
  fileprivate var places: ConfigurationPlaces {
    ConfigurationPlaces(
      files: [path("home/brightnessd.conf"), path("etc/brightnessd.conf")],
      isRequired: false,
      dropIns: ["etc", "run", "usr/lib"].map { path("\($0)/brightnessd.conf.d") }
    )
  }

  /// The files that are read, in order, under the root.
  fileprivate var paths: [String] { places.read().map { String($0.path.dropFirst(root.count + 1)) } }

  fileprivate func put(group: String, at place: String) throws(SystemError) {
    try put(.folder, at: place.split(separator: "/").dropLast().joined(separator: "/"))
    try put(.text("[Daemon]\nGroup=\nGroup=\(group)\n"), at: place)
  }
}
