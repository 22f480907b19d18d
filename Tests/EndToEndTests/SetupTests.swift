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

    let setup = try machine.setUp("--build", install: "yes")

    #expect(setup.status == 1)
    #expect(machine.calls.count == 2)
    #expect(setup.lines.contains { $0.hasSuffix("or newer is needed, found 1.0") })
  }

  @Test(arguments: [nil, "no", ""]) func `without being asked it installs nothing, and lists how to`(
    install: String?
  ) throws {
    try machine.add("swift", "echo 'Swift version 99.0'")

    let setup = try machine.setUp(install: install)

    #expect(setup.status == 1)
    #expect(machine.calls.isEmpty)
    let commands = setup.lines.filter { $0.hasPrefix("  ") }.map { $0.drop { $0 == " " } }
    #expect(commands.count == 4)
    #expect(commands[1].contains("apt-get install --no-install-recommends pkg-config "))
    #expect(commands[1].contains(" brightnessctl "))
    #expect(commands[3].hasPrefix(".build/python/bin/pip install varlink=="))
    #expect(setup.lines.last?.contains("INSTALL=yes") == true)
  }

  @Test func `installs what it has listed if INSTALL is yes`() throws {
    try machine.add("swift", "echo 'Swift version 99.0'")

    let setup = try machine.setUp(install: "yes")

    #expect(setup.status == 0)
    #expect(machine.calls.map { $0.prefix { $0 != ":" } } == ["apt-get", "apt-get", "python3", "pip"])
    #expect(setup.lines.contains { $0.contains(" brightnessctl ") })
  }

  @Test(arguments: [("y", 0, 2), ("Yes", 0, 2), ("n", 1, 0), ("", 1, 0)])
  func `at a terminal it asks, and no answer is a no`(answer: String, status: Int32, calls: Int) throws {
    try machine.add("swift", "echo 'Swift version 99.0'")

    let setup = try machine.setUp("--build", answer: answer)

    #expect(setup.status == status)
    #expect(setup.output.contains("[y/N]"))
    #expect(machine.calls.count == calls)
  }

  @Test func `is silent where nothing is missing`() throws {
    try machine.add("swift", "echo 'Swift version 99.0'")
    _ = try machine.setUp("--build", install: "yes")

    let setup = try machine.setUp("--build")

    #expect(setup.status == 0)
    #expect(setup.output.isEmpty)
  }

  @Test func `without apt-get it lists the packages, also if INSTALL is yes`() throws {
    try machine.add("swift", "echo 'Swift version 99.0'")
    try machine.remove("apt-get")

    let setup = try machine.setUp("--build", install: "yes")

    #expect(setup.status == 1)
    #expect(setup.lines.contains { $0.hasPrefix("  pkg-config ") })
  }

  @Test func `refuses if something is still missing after the installation`() throws {
    try machine.add("swift", "echo 'Swift version 99.0'")
    try machine.add("apt-get", "exit 0")

    let setup = try machine.setUp("--build", install: "yes")

    #expect(setup.status == 1)
    #expect(setup.lines.last?.contains(" binutils") == true)
  }

  @Test func `a site needs its two tools, and no Swift`() throws {
    let without = try machine.setUp("--site")
    for tool in ["cmark-gfm", "mandoc"] { try machine.add(tool, "") }
    let with = try machine.setUp("--site")

    #expect(without.lines.contains { $0.hasSuffix("--no-install-recommends cmark-gfm mandoc") })
    #expect(with.status == 0)
    #expect(with.output.isEmpty)
  }

  @Test(arguments: [("--help", 0), ("--packages", 2), ("--build --package", 2)])
  func `only says how it is used`(options: String, status: Int32) throws {
    let setup = try machine.setUp(options)

    #expect(setup.status == status)
    #expect(setup.lines.first?.hasPrefix("usage: Scripts/setup ") == true)
  }
}

/// A folder with a copy of the script, and commands that record their calls.
private final class BareMachine {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/setup-\(UUID().uuidString)"
    for name in ["Scripts", "bin", ".build/python/bin"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: "\(Package.root)/Scripts/setup", toPath: "\(folder)/Scripts/setup")
    // The real one also finds a Swift that is not on the PATH.
    try "cd '\(folder)'\n".write(toFile: "\(folder)/Scripts/toolchain", atomically: true, encoding: .utf8)
    for name in ["bash", "cat", "dirname", "env", "head", "sed", "sort", "touch", "tr"] {
      let place = "\(folder)/bin/\(name)"
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "/usr/bin/\(name)")
    }
    try add("sudo", "\"$@\"")
    // It installs the commands of this machine.
    let install = "/usr/bin/cp --no-clobber --symbolic-link /usr/bin/* '\(folder)/bin' 2>/dev/null"
    try add("apt-get", "touch '\(folder)/installed'; \(install); echo \"apt-get: $*\" >>'\(folder)/calls'")
    try add("python3", "[[ $1 != -m ]] || echo \"python3: $*\" >>'\(folder)/calls'")
    try add("../.build/python/bin/pip", "echo \"pip: $*\" >>'\(folder)/calls'")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func add(_ command: String, _ script: String) throws {
    try ProgramFile.write("#!/bin/bash\n\(script)\n", to: "\(folder)/bin/\(command)")
  }

  func remove(_ command: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/bin/\(command)") }

  /// What was called to install something, in order.
  var calls: [String] {
    let calls = try? String(contentsOfFile: "\(folder)/calls", encoding: .utf8)
    return calls?.split(separator: "\n").map(String.init) ?? []
  }

  /// Runs the script without a terminal, or at one where the user gives an answer.
  func setUp(_ options: String..., install: String? = nil, answer: String? = nil) throws -> Run {
    let words = options.joined(separator: " ")
    let variable = install.map { "INSTALL='\($0)'" } ?? "-u INSTALL"
    let command = "/usr/bin/env \(variable) PATH='\(folder)/bin' bash '\(folder)/Scripts/setup' \(words)"
    guard let answer else { return try Run(["/bin/bash", "-c", "\(command) </dev/null"]) }
    return try Run(["/bin/bash", "-c", "echo '\(answer)' | script --quiet --return --command \"\(command)\" /dev/null"])
  }
}
