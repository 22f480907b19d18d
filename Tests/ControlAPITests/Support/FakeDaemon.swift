import ControlAPI
import Model
import Synchronization
import Varlink

/// Answers every call with the same, and remembers what it was asked.
final class FakeDaemon: Sendable {
  private let leavesOpen: Bool
  private let kept = Mutex<[Call]>([])
  private let log = Mutex<[String]>([])

  init(leavesOpen: Bool = false) {
    self.leavesOpen = leavesOpen
  }

  var asked: [String] { log.withLock { $0 } }

  var interfaces: [ServedInterface] { [health, lights, sessions] }

  private var health: ServedInterface { .health(report: answer { _ in .full }) }

  private var lights: ServedInterface {
    .lights(
      list: answer { _ in .init(lights: [.full, .bare]) },
      get: answer { .init(light: $0.light == nil ? .bare : .full) },
      set: answer { _ in .init(lights: [.full]) },
      watch: { [self] call, _ in
        call.replyContinuing(.init(light: .bare, cause: .initial, sequence: 1))
        if leavesOpen { return kept.withLock { $0.append(call.call) } }
        call.reply(.init(light: .full, cause: .external, sequence: 2))
      }
    )
  }

  private var sessions: ServedInterface {
    .sessions(
      push: answer { _ in .init(scene: 3) },
      onAppear: answer { _ in NoFields() },
      onDisappear: answer { _ in NoFields() },
      popFrom: answer { _ in NoFields() },
      hold: { call, _ in
        call.replyContinuing(.init(scene: 3, event: .holding))
        call.replyContinuing(.init(scene: 3, event: .yielded, light: "backlight/a"))
        call.reply(.init(scene: 3, event: .expired))
      },
      list: answer { _ in .init(sessions: [.full, .bare]) },
      cancel: answer { _ in NoFields() },
      reset: answer { _ in .init(sessions: 2) }
    )
  }

  private func answer<Method: VarlinkMethod>(
    _ reply: @escaping @Sendable (Method) -> Method.Reply
  ) -> MethodHandler<Method> {
    { [self] call, method in
      log.withLock { $0.append("\(call.call.method) \(JSON.object(JSONObject(method)))") }
      call.reply(reply(method))
    }
  }
}
