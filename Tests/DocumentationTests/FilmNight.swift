import ControlAPI
import Model
import Varlink

func dim(for film: String, on daemon: ControlClient, tell: (String) -> Void) async throws(ControlError) {
  let claim = SessionsInterface.Claim(rule: .atMost, percent: 30)
  let scene = SessionsInterface.SceneRequest(name: film, claims: [claim], expires: .seconds(7200))
  for try await news in daemon.sessions.hold(scene: scene) {
    switch news.event {
    case .holding: tell("the lights are down")
    case .yielded: tell("\(news.light ?? "a light") is yours")
    case .outranked, .suspended, .resumed: break
    case .expired, .cancelled: tell("the lights are back")
    }
  }
}
