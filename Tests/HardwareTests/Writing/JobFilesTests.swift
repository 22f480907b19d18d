@testable import Hardware

import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Testing

/// A job that writes a light opens its level once.
@Suite struct JobFilesTests: ~Copyable {
  private let tree: FakeTree
  private let level: AttributeFile
  private let job: any Attributes

  init() throws {
    let tree = try FakeTree()
    try tree.put("60000", at: "brightness")
    level = AttributeFile(path: tree.path("brightness"))
    job = Sysfs(root: tree.root).forJob(writing: level)
    self.tree = tree
  }

  @Test func `each reading of a job returns the level at that time`() throws {
    let first = try job.text(of: level)
    try job.write("12", to: level)
    let second = try job.text(of: level)
    try level.write("700")

    #expect(first == "60000")
    #expect(second == "12")
    #expect(try tree.text("brightness") == "700\n")
    #expect(try job.text(of: level) == "700")
  }

  @Test func `a job writes the file that it has read, and no file in its place`() throws {
    _ = try job.text(of: level)
    try tree.put("5", at: "brightness")

    try job.write("12", to: level)

    #expect(try job.text(of: level) == "12")
    #expect(try level.text() == "5")
  }

  @Test func `a light that was absent as the job began is opened for each call`() throws {
    try tree.put(.absent, at: "brightness")
    let job = Sysfs(root: tree.root).forJob(writing: level)
    #expect(throws: LightError.self) { try job.text(of: level) }

    try tree.put("5", at: "brightness")
    try job.write("12", to: level)

    #expect(try level.text() == "12")
  }

  @Test func `a file that may only be read is read, and its level set by logind`() throws {
    try tree.put(.folder, at: "class/backlight/panel")
    try tree.put(.link("/sys/class/net/lo/ifindex"), at: "class/backlight/panel/brightness")
    let level = AttributeFile(path: tree.path("class/backlight/panel/brightness"))
    let kernel = FakeKernel()
    let job = FilesOrLogind(Sysfs(root: tree.root), else: FakeLogind(kernel)).forJob(writing: level)

    let text = try job.text(of: level)
    try job.write("7", to: level)

    #expect(text == "1")
    #expect(kernel.journal.take() == ["logind sets backlight/panel to 7"])
  }

  @Test func `other attributes are read and written as usual`() throws {
    try tree.put("none", at: "trigger")
    let trigger = AttributeFile(path: tree.path("trigger"))
    _ = try job.text(of: level)

    try job.write("timer", to: trigger)

    #expect(try job.text(of: trigger) == "timer")
    #expect(try job.text(of: level) == "60000")
  }

  @Test func `the level is open until the end of the job`() throws {
    let before = try openings
    do {
      let job = Sysfs(root: tree.root).forJob(writing: level)
      #expect(try openings == before + 1)
      withExtendedLifetime(job) {}
    }

    #expect(try openings == before)
  }

  /// How many descriptors of this process are open on the level.
  private var openings: Int {
    get throws {
      try Folder.names(in: "/proc/self/fd").count { (try? Folder.resolved("/proc/self/fd/\($0)")) == level.path }
    }
  }
}
