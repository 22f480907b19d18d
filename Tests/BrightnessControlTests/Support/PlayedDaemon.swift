import BrightnessControl
import BrightnessModel
import BrightnessVarlink
import InterfaceChecks
import Synchronization

/// Answers every call with a fixed reply, and records the calls.
final class PlayedDaemon: Sendable {
  private let log = Mutex<[String]>([])

  var asked: [String] { log.withLock { $0 } }

  var interfaces: [ServedInterface] { [automatic, health, lights, sessions] }

  private var automatic: ServedInterface {
    ServedInterface(
      AutomaticInterface.self,
      [
        ServedMethod(answer { (_: AutomaticInterface.Report) in .full }),
        ServedMethod(answer { (_: AutomaticInterface.TurnOn) in .init(lights: [.full]) }),
        ServedMethod(answer { (_: AutomaticInterface.TurnOff) in .init(lights: [.minimal]) }),
        ServedMethod(answer { (_: AutomaticInterface.Forget) in .init(lights: []) }),
      ]
    )
  }

  private var health: ServedInterface {
    ServedInterface(
      HealthInterface.self,
      [
        ServedMethod(answer { (_: HealthInterface.Report) in .full }),
        ServedMethod(answer { (_: HealthInterface.AllowMonitor) in .init(wasBlocked: true) }),
      ]
    )
  }

  private var lights: ServedInterface {
    let watch: MethodHandler<LightsInterface.Watch> = { call, _ in
      call.replyContinuing(.init(light: .minimal, cause: .initial, sequence: 1))
      call.reply(.init(light: .full, cause: .external, sequence: 2))
    }
    return ServedInterface(
      LightsInterface.self,
      [
        ServedMethod(answer { (_: LightsInterface.List) in .init(lights: [.full, .minimal]) }),
        ServedMethod(answer { (get: LightsInterface.Get) in .init(light: get.light == nil ? .minimal : .full) }),
        ServedMethod(answer { (_: LightsInterface.Set) in .init(lights: [.full], leftOut: []) }),
        ServedMethod(watch),
      ]
    )
  }

  private var sessions: ServedInterface {
    let hold: MethodHandler<SessionsInterface.Hold> = { call, _ in
      call.replyContinuing(.init(scene: 3, event: .holding))
      call.replyContinuing(.init(scene: 3, event: .yielded, light: "backlight/a"))
      call.reply(.init(scene: 3, event: .expired))
    }
    let watch: MethodHandler<SessionsInterface.Watch> = { call, _ in
      call.replyContinuing(NoFields())
      call.reply(NoFields())
    }
    return ServedInterface(
      SessionsInterface.self,
      [
        ServedMethod(answer { (_: SessionsInterface.Push) in .init(scene: 3) }),
        ServedMethod(answer { (_: SessionsInterface.OnAppear) in NoFields() }),
        ServedMethod(answer { (_: SessionsInterface.OnDisappear) in NoFields() }),
        ServedMethod(answer { (_: SessionsInterface.PopFrom) in NoFields() }),
        ServedMethod(hold),
        ServedMethod(answer { (_: SessionsInterface.List) in .init(sessions: [.full, .minimal]) }),
        ServedMethod(watch),
        ServedMethod(answer { (_: SessionsInterface.Cancel) in NoFields() }),
        ServedMethod(answer { (_: SessionsInterface.Reset) in .init(sessions: 2) }),
      ]
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
