import Brightness
import ControlAPI

/// A call that wants to be told of its scene.
struct HeldCall {
  let call: ControlCall<SessionsInterface.Hold>
  var watch: SceneWatch
  /// Whether its lights show what they should, or are owed it: nothing is told before.
  var isSettled = false

  init(_ call: ControlCall<SessionsInterface.Hold>, of watch: SceneWatch) {
    self.call = call
    self.watch = watch
  }

  /// That its time is up is told in any case.
  func maySpeak(of state: Mind.State) -> Bool { isSettled || state.standing(of: watch.owner) == .expired }

  func tell(_ news: SceneNews) {
    call.replyContinuing(reply(news))
  }

  func reply(_ news: SceneNews) -> SessionsInterface.Hold.Reply {
    let event = SessionsInterface.SceneEvent(news.event)
    let scene = watch.owner.scene.number
    return SessionsInterface.Hold.Reply(scene: scene, event: event, light: news.light?.description)
  }
}
