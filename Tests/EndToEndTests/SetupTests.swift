import Foundation
import Programs
import Testing

/// `Scripts/setup` on a machine that has only what a test gives it.
@Suite struct SetupTests {
  private let machine: BareMachine

  init() throws {
    machine = try BareMachine()
  }

  @Test(arguments: [nil, "6.1.2"]) func `without a Swift that is new enough nothing is installed`(
    version: String?
  ) throws {
    if let version { try machine.add("swift", "echo 'Swift version \(version) (swift-\(version)-RELEASE)'") }

    let setup = try machine.setUp()

    #expect(setup.status == 1)
    #expect(setup.lines.count == 2)
    #expect(setup.lines[0].hasSuffix("or newer is needed, found \(version ?? "none")"))
  }

  @Test func `a compiler that lacks its libraries gets them, and is asked again`() throws {
    try machine.add("swift", "test -e \"${0%/*}/../installed\" && echo 'Swift version 1.0'")

    let setup = try machine.setUp("--build")

    #expect(setup.status == 1)
    #expect(setup.lines.filter { $0.hasPrefix("apt-get") }.count == 2)
    #expect(setup.lines.contains { $0.hasSuffix("or newer is needed, found 1.0") })
  }

  @Test func `lists everything that is missing before it installs`() throws {
    try machine.add("swift", "echo 'Swift version 99.0'")

    let setup = try machine.setUp()

    #expect(setup.status == 0)
    #expect(setup.lines.map { $0.prefix { $0 != ":" } } == ["setup", "setup", "apt-get", "apt-get", "python3", "pip"])
    #expect(setup.lines.prefix(1).contains { $0.contains(" pkg-config ") && $0.contains(" brightnessctl ") })
    #expect(setup.lines.prefix(2).contains { $0.contains("varlink==") })
  }

  @Test func `refuses if something is still missing after the installation`() throws {
    try machine.add("swift", "echo 'Swift version 99.0'")
    try machine.add("apt-get", "echo \"apt-get: $*\"")

    let setup = try machine.setUp("--build")

    #expect(setup.status == 1)
    #expect(setup.lines.last?.contains(" binutils") == true)
  }

  @Test(arguments: [("--help", 0), ("--packages", 2), ("--build --package", 2)])
  func `only says how it is used`(options: String, status: Int32) throws {
    let setup = try machine.setUp(options)

    #expect(setup.status == status)
    #expect(setup.lines.first?.hasPrefix("usage: Scripts/setup ") == true)
  }
}

/// A folder with a copy of the script, and commands that report their calls.
private final class BareMachine {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/setup-\(UUID().uuidString)"
    for name in ["Scripts", "bin", ".build/python/bin"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    let package = #filePath.components(separatedBy: "/Tests/EndToEndTests/")[0]
    try FileManager.default.copyItem(atPath: "\(package)/Scripts/setup", toPath: "\(folder)/Scripts/setup")
    // The real one also finds a Swift that is not on the PATH.
    try "cd '\(folder)'\n".write(toFile: "\(folder)/Scripts/toolchain", atomically: true, encoding: .utf8)
    for name in ["bash", "cat", "dirname", "env", "head", "sed", "sort", "touch", "tr"] {
      let place = "\(folder)/bin/\(name)"
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "/usr/bin/\(name)")
    }
    try add("sudo", "shift; \"$@\"")
    // It installs the commands of this machine.
    let install = "/usr/bin/cp --no-clobber --symbolic-link /usr/bin/* '\(folder)/bin' 2>/dev/null"
    try add("apt-get", "touch '\(folder)/installed'; \(install); echo \"apt-get: $*\" >&2")
    try add("python3", "[[ $1 != -m ]] || echo \"python3: $*\"")
    try add("../.build/python/bin/pip", "echo \"pip: $*\"")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func add(_ command: String, _ script: String) throws {
    try ProgramFile.write("#!/bin/bash\n\(script)\n", to: "\(folder)/bin/\(command)")
  }

  func setUp(_ options: String...) throws -> Run {
    let words = options.joined(separator: " ")
    return try Run(["/bin/bash", "-c", "PATH='\(folder)/bin' exec bash '\(folder)/Scripts/setup' \(words)"])
  }
}
