import BrightnessControl
import BrightnessEventLoop
import CommandLines
import Commands

/// `hold`: holds a brightness until it is interrupted, or while a command runs.
struct HoldVerb: Verb {
  static let whileProcess = Option("--while-pid", "end the hold when this process ends", "PID", "a process number")
  private static let bestEffort = Option(
    name: "--best-effort",
    meaning: "run COMMAND even while no daemon can be reached; the hold begins when one can"
  )

  static let grammar = Grammar(
    name: VerbName.hold,
    summary: "hold a brightness until interrupted, or while COMMAND runs",
    options: ClaimOptions.options
      + [
        HoldOptions.time, whileProcess, bestEffort, HoldOptions.name, HoldOptions.reason, HoldOptions.priority,
        HoldOptions.onChange, .fade, .json,
      ],
    details: [
      """
      You can combine levels. Each is for all screens, or for the light that its value names: `--at panel=60%`,
      `--max=keyboard`. When the hold ends, for any reason, the base level is restored.
      """,
      """
      COMMAND starts when the level is applied, and the hold ends when it exits. The exit status is that of COMMAND, or 128
      plus the number of the signal that killed it. It is 127 if COMMAND is not found, 126 if it cannot be run, and 125 if
      `hold` fails before it starts COMMAND. `hold` forwards signals to COMMAND, except those that stop and continue a job
      and those about a process itself, such as SIGSEGV and SIGPIPE.
      """,
      "While the session of another user is active on your seat, the hold is suspended.",
      "When the daemon dies, the base level is restored and COMMAND goes on. The hold resumes with the next daemon.",
    ],
    examples: [
      ("hold --max", "full brightness until Ctrl-C"),
      ("hold --at-most 30% -- mpv film.mkv", "dimmed during a film"),
      ("hold --max=panel --at keyboard=0% --for 10m", "two lights, for ten minutes"),
    ],
    takesCommand: true
  ) { arguments throws(UsageError) in try HoldVerb(arguments) }

  let scene: SessionsInterface.SceneRequest
  let command: [String]?
  let whileProcess: CInt?
  let isBestEffort: Bool
  let isJSON: Bool

  private init(_ arguments: Arguments) throws(UsageError) {
    command = try arguments.heldCommand()
    scene = try HoldOptions.scene(
      arguments,
      expires: try arguments.value(of: HoldOptions.time, as: TimeRange.limit.duration)
    )
    whileProcess = try arguments.value(of: Self.whileProcess) { (word) throws(UsageError) in
      guard let number = CInt(word), number > 0 else {
        throw .unexpectedWord(word.inOneLine(atMost: 40), expected: "a process number from 1 to \(CInt.max)")
      }
      return number
    }
    isBestEffort = arguments.has(Self.bestEffort)
    isJSON = arguments.has(.json)
    if isJSON, command != nil { throw .conflict(Option.json.name, "--") }
    if whileProcess != nil, command != nil { throw .conflict(Self.whileProcess.name, "--") }
    if isBestEffort, command == nil { throw .missingValue(Self.bestEffort.name, expected: "-- and a command") }
  }
}
