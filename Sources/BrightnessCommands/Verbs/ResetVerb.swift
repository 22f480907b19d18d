import BrightnessControl
import BrightnessEventLoop
import CommandLines
import Commands
import Glibc

struct ResetVerb: Verb {
  private static let all = Option(name: "--all", meaning: "end the holds of all users, as root")

  static let grammar = Grammar(
    name: VerbName.reset,
    summary: "end all your holds; lights that no other user holds are restored",
    options: [all, .json],
    details: [
      """
      It waits until the base levels are restored, and prints the holds that it ended. The daemon retries a restore that
      fails.
      """
    ],
    examples: [("reset", "end your own holds"), ("reset --all", "end the holds of all users")]
  ) { ResetVerb(isForAll: $0.has(all), isJSON: $0.has(.json)) }

  let isForAll: Bool
  let isJSON: Bool

  func run(on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let right = isForAll ? Failure.Right.endSessionsOfOthers : .changeLights
    let held = try await daemon.connect().sessionList()
      .filter { !$0.scenes.isEmpty && (isForAll || $0.uid == Int(getuid())) }
    // Before they end, because their programs may end with them.
    let endings = held.flatMap(\.ending)
    let ended = try await daemon.askPatiently("reset", isForAll ? "all" : "sessions", needing: right) {
      (client) throws(ControlError) in try await client.sessions.reset(all: isForAll ? true : nil).sessions
    }
    if isJSON {
      try Console.print([JSONLine.text(("sessions", ended), ("holds", held))])
    } else {
      try Console.print(held.isEmpty ? ["no holds"] : endings)
    }
    return .success
  }
}
