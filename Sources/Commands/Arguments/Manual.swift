import ControlAPI
import Model

/// The manual page of the program in mdoc, made from the grammars.
enum Manual {
  static let text = lines.joined(separator: "\n")

  private static let lines =
    [
      ".\\\" Made from the table of verbs: brightness help --manual",
      ".Dd November 20, 2026", ".Dt BRIGHTNESS 1", ".Os brightnessd \(Version.current)",
      ".Sh NAME", ".Nm brightness", ".Nd says how bright lights are, and sets them",
      ".Sh SYNOPSIS", ".Nm", ".Op Ar verb", ".Op Ar option ...",
      ".Sh DESCRIPTION",
    ]
    + paragraph("A verb says what is to be done. Without one: \(Verbs.overview.grammar.summary).")
    + paragraph(lightNames)
    + options(of: Verbs.overview.grammar.allOptions + [.version])
    + [".Sh VERBS", ".Bl -tag -width Ds"] + Verbs.named.flatMap { entry(of: $0.grammar) } + [".El"]
    + [".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev \(DaemonAddress.variable)"]
    + paragraph(
      "Where the daemon listens, where no option says otherwise; without both it is \(ControlClient.usualSocket)."
    )
    + [".It Ev \(DaemonAddress.userVariable)"]
    + paragraph(
      """
      The folder in which a daemon of your own listens, at \(ControlClient.socket(ofUserIn: "").dropFirst()). It is asked \
      where there is no daemon for everybody.
      """
    )
    + [".It Ev NO_COLOR"] + paragraph("If it says anything, nothing is shown in colours.") + [".El"]
    + [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    + statuses.flatMap { [".It \($0.status.rawValue)"] + paragraph($0.meaning) } + [".El"]
    + [".Sh EXAMPLES", ".Bl -tag -width Ds"]
    + Verbs.named.flatMap { $0.grammar.examples.flatMap(example) } + [".El"]
    + [".Sh UNDER THE NAME BRIGHTNESSCTL"] + paragraph(otherName)
    + [
      ".Sh SEE ALSO", ".Xr brightnessd.conf 5 ,", ".Xr io.brightnessd 7 ,", ".Xr brightnessd 8",
    ]

  private static let lightNames =
    """
    A light is named by its id, such as backlight/intel_backlight, by the kernel's name, by its alias, or by its kind: \
    \(LightsInterface.Kind.allCases.map(\.rawValue).joined(separator: ", ")). A name that fits several is refused. \
    Where there is no light that shows a picture, nothing is done to a keyboard instead.
    """

  private static let otherName =
    """
    Started under the name brightnessctl, it understands the arguments of that program, and answers as it does. \
    Where an answer of it is a known fault, this one is right: a LED is never taken for a screen, a percentage that was \
    set is the one that is told, a step always moves, and no screen goes black unless that is said.
    """

  private static let statuses: [(status: ExitStatus, meaning: String)] = [
    (.done, "Done."), (.refused, "Refused, or failed."), (.misused, "Misused: nothing was done, and nobody was asked."),
    (.unreachable, "The daemon cannot be reached."), (.noSuchLight, "There is no such light, or several of the name."),
  ]

  private static func entry(of grammar: Grammar) -> [String] {
    let operands = grammar.operands.map { operand in
      let name = "Ar \(operand.placeholder)"
      switch operand.count {
      case .one: return name
      case .optional: return "Oo \(name) Oc"
      case .any: return "Oo \(name) ... Oc"
      }
    }
    let command = grammar.takesCommand ? ["Op \\-\\- Ar COMMAND ..."] : []
    let words = ([".It Cm \(grammar.name)"] + operands + command).joined(separator: " ")
    let details = grammar.details.flatMap { [".Pp"] + paragraph($0) }
    return [words] + paragraph(Help.sentence(grammar.summary)) + details + options(of: grammar.options)
  }

  private static func options(of options: [Option]) -> [String] {
    if options.isEmpty { return [] }
    let entries = options.flatMap { option in
      let value = option.value.map { " Ar \($0.placeholder)" } ?? ""
      return [".It Fl \\-\(escaped(option.name.dropFirst(2)))\(value)"]
        + paragraph(Help.sentence(option.meaning))
    }
    return [".Bl -tag -width Ds"] + entries + [".El"]
  }

  private static func example(_ example: Grammar.Example) -> [String] {
    [".It Li \(escaped("\(Grammar.program) \(example.words)"))"] + paragraph(Help.sentence(example.meaning))
  }

  private static let escapes: [Character: String] = ["\\": "\\e", "-": "\\-", "…": "..."]

  /// A line for each sentence, as pages are written.
  private static func paragraph(_ text: String) -> [String] {
    let words = text.split(whereSeparator: \.isWhitespace)
    var sentences = [""]
    for word in words {
      sentences[sentences.count - 1] += sentences.last?.isEmpty == true ? "\(word)" : " \(word)"
      if word.hasSuffix(".") { sentences.append("") }
    }
    return sentences.filter { !$0.isEmpty }.flatMap { $0.wrapped(to: 78) }.map(escaped)
  }

  private static func escaped(_ line: some StringProtocol) -> String {
    let text = line.map { escapes[$0] ?? String($0) }.joined()
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
  }
}
