import BrightnessControl
import BrightnessModel
import BrightnessVarlink

func dim(for film: String, on daemon: ControlClient, report: (String) -> Void) async throws(ControlError) {
  let claim = SessionsInterface.Claim(rule: .atMost, percent: 30)
  let scene = SessionsInterface.SceneRequest(name: film, claims: [claim], expires: .seconds(7200))
  for try await update in daemon.sessions.hold(scene: scene) {
    switch update.event {
    case .holding: report("the lights are dimmed")
    case .yielded: report("\(update.light ?? "a light") was changed by the user")
    case .outranked, .suspended, .resumed: break
    case .expired, .cancelled: report("the lights are restored")
    }
  }
}
