import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines

package typealias Candidate = (word: String, meaning: String)

/// `complete`: prints the completions of a command line up to the cursor, for the scripts of the
/// shells. Each line is a word and, after a tab, its description. `files` or `commands` after a tab
/// asks the shell for its own completions.
package struct Completion: Verb {
  /// Lists the holds that a word may mean.
  package typealias Holds = @Sendable (DaemonAddress) async -> [Candidate]

  package static func grammar(
    holds: @escaping Holds = { _ in [] },
    of program: @escaping @Sendable () -> ProgramGrammar
  ) -> Grammar {
    Grammar(name: "complete", summary: "print completions of a command line", takesCommand: true) {
      Completion($0.command ?? [], of: program(), holds: holds)
    }
  }

  let current: String
  let holds: Holds
  private(set) var parser: CommandLineParser
  /// The option whose value is at the cursor.
  private var pending: Option?
  private var isInvalid = false
  private let isPastOptions: Bool

  init(_ words: [String], of program: ProgramGrammar, holds: @escaping Holds = { _ in [] }) {
    self.holds = holds
    current = words.last ?? ""
    parser = CommandLineParser(words.dropLast(), of: program)
    isPastOptions = words.dropLast().contains("--")
    do throws(UsageError) {
      try parser.read()
    } catch .missingValue(let name, _) where name == words.dropLast().last {
      pending = parser.option(named: name)
    } catch {
      isInvalid = true
    }
  }

  var socket: String? { parser.arguments.value(of: .socket) }

  /// The kinds of word that may follow; none after an invalid word.
  var kinds: [Parameter.Kind] {
    if let command = parser.arguments.command { return [command.isEmpty ? .command : .path] }
    if let pending { return [pending.value?.kind].compactMap(\.self) }
    if isInvalid { return [] }
    if !prefix.isEmpty { return [parser.option(named: String(prefix.dropLast()))?.value?.kind].compactMap(\.self) }
    if !isPastOptions, current.hasPrefix("-") { return [.option] }
    return parser.verb.map { operandKinds($0.operands) } ?? [.verb]
  }

  /// `--name=` if the cursor is in the value after it.
  var prefix: String {
    guard !isPastOptions, pending == nil, current.hasPrefix("-"), let sign = current.firstIndex(of: "=") else {
      return ""
    }
    return String(current[...sign])
  }

  var options: [Candidate] {
    let options = (parser.verb ?? parser.program.overview).allOptions
    let left = options.filter { $0.mayRepeat || !parser.arguments.has($0) }.map { ($0.name, $0.meaning) }
    return left + (parser.verb?.takesCommand == true ? [("--", "a command follows")] : [])
  }

  /// The kinds that the next word may have: of the next operand that is required, and of the
  /// optional ones before it.
  private func operandKinds(_ operands: [Parameter]) -> [Parameter.Kind] {
    let given = parser.arguments.words.count
    let left = given < operands.count ? operands[given...] : operands.suffix(operands.last?.count == .any ? 1 : 0)
    let required = left.firstIndex { $0.count != .optional } ?? left.endIndex
    return left[..<min(required + 1, left.endIndex)].map(\.kind)
  }
}
