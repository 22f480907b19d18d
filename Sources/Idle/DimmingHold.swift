import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import Commands

/// The hold of one idle period. It lasts as long as its connection, which ends with the task that
/// follows it.
enum DimmingHold {
  enum Event: Hashable, Sendable {
    case holding
    /// Another user is active at the seat.
    case suspended
    /// It is not made again: a user has cancelled it, or the daemon refused it.
    case ended
    case trouble(Failure)
  }

  static func follow(
    _ verb: IdleVerb,
    on daemon: DaemonAddress,
    _ report: @escaping @Sendable (Event) -> Void
  ) async {
    let daemon = daemon.allowing(fade: verb.scene.fade)
    let subscription = Subscription<SessionsInterface.Hold, Never>(
      daemon: daemon,
      verb: "hold",
      light: "lights",
      named: verb.scene.claims.compactMap(\.light),
      resumption: "idle dimming resumes",
      isRepeatable: false
    ) { [scene = verb.scene] client, _ in client.sessions.hold(scene: scene) }
    do throws(Failure) {
      // Without a daemon it waits for one.
      _ = try await subscription.follow(try? daemon.connect(), signals: []) { (events, _) throws(Failure) in
        for await event in events {
          for event in Self.events(after: event) { report(event) }
        }
        return .success
      }
    } catch {
      report(.trouble(error))
      report(.ended)
    }
  }

  static func events(after event: Subscription<SessionsInterface.Hold, Never>.Event) -> [Event] {
    switch event {
    case .reply(let reply):
      switch reply.event {
      case .holding: [.holding]
      case .suspended: [.suspended]
      case .cancelled, .expired: [.ended]
      // A claim of another hold decides, or the user's change moved the base level.
      case .outranked, .yielded, .resumed: []
      }
    case .interrupted(let message): [.trouble(Failure(.unreachable, reason: message))]
    case .failed(let failure): [.trouble(failure), .ended]
    case .finished: [.ended]
    case .reconnected, .timedOut, .signal: []
    }
  }
}
