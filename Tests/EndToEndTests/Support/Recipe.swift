import Foundation
import Glibc
import Programs
import Testing

/// A code block of `docs/recipes.md` or of another page, as a program.
struct Recipe {
  /// The environment of the stock client, which comes from PyPI.
  private static let python = "\(Package.root)/.build/python/bin/python"

  private let language: String
  let text: String

  /// The first block below a heading of a page, or the first in a language.
  init(_ title: String, language: String? = nil, of page: String = "recipes") throws {
    let recipe = try #require(Self.all(in: page).first { $0.title == title }, "there is no recipe '\(title)'")
    let blocks = recipe.text.matches(of: /\n```(\w+)\n((?s).*?)\n```\n/)
    let block = try #require(blocks.first { language == nil || $0.1 == language! })
    self.language = String(block.1)
    text = String(block.2)
  }

  /// The command in the configuration of another program, below a heading; the expression has one
  /// group.
  init(_ title: String, command: String) throws {
    let recipe = try #require(Self.all(in: "recipes").first { $0.title == title })
    language = "sh"
    text = String(try #require(recipe.text.firstMatch(of: Regex(command, as: (Substring, Substring).self))).1)
  }

  private init(_ language: String, _ text: String) {
    self.language = language
    self.text = text
  }

  /// The folded texts of its lines `payload:`, in YAML.
  var payloads: [String] { text.matches(of: /payload: >-\n +(.*)/).map { String($0.1) } }

  func replacing(_ old: String, by new: String) -> Recipe { Recipe(language, text.replacing(old, with: new)) }

  static func titles(of page: String = "recipes") throws -> [String] { try all(in: page).map(\.title) }

  static func lines(of title: String, in page: String) throws -> [Substring] {
    try #require(all(in: page).first { $0.title == title }).text.split(separator: "\n")
  }

  private func command(_ text: String, on machine: Machine) throws -> [String] {
    switch language {
    case "python": return [Self.python, "-uc", text]
    case "c":
      let source = try machine.put(text, at: "program.c")
      let program = String(source.dropLast(".c".count))
      let compiler = try Run(["/usr/bin/cc", "-Wall", "-Wextra", "-Werror", "-o", program, source])
      #expect(compiler.status == 0, "\(compiler.output)")
      return [program]
    default: return ["sh", "-eu", "-c", text]
    }
  }

  /// Starts it as the leader of a process group, with the daemon's socket or another one.
  func start(on machine: Machine, _ variables: [String] = [], socket: String? = nil) throws -> Program {
    let path = "PATH=\(Package.root)/Tests/Fixtures/StandIns:\(try Package.programs):/usr/bin:/bin"
    let arguments = try ["/usr/bin/env", path, "setsid"] + command(text, on: machine)
    let usual = [
      "BRIGHTNESSD_SOCKET=\(socket ?? machine.socket)", "PYTHONPATH=\(Package.root)/python",
      "PYTHONDONTWRITEBYTECODE=1",
    ]
    return try Program(arguments, usual + variables, errors: .included)
  }

  /// Runs it until it exits with 0, and returns its output.
  func run(on machine: Machine, _ variables: [String] = []) throws -> String {
    let program = try start(on: machine, variables)
    let output = try program.waitForOutput()
    #expect(program.waitForEnd() == 0, "\(output)")
    return output
  }

  private static func all(in page: String) throws -> [(title: String, text: String)] {
    let text = try String(contentsOfFile: "\(Package.root)/docs/\(page).md", encoding: .utf8)
    return text.components(separatedBy: "\n## ").dropFirst().map { section in
      (section.components(separatedBy: "\n")[0], "\(section)\n")
    }
  }
}

extension Program {
  /// Kills its process group, as Ctrl-C at a terminal does, but with SIGKILL.
  func killAll() {
    Glibc.kill(-process, SIGKILL)
    waitForEnd()
  }
}
