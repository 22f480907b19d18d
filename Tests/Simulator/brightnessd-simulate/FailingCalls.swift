import BrightnessModel
import Glibc
import SimulatedKernel

/// One history in which every system call of the daemon fails once: afterwards each light shows its
/// base level, nothing is left, and the daemon serves; a start may fail, and the next one must not.
enum FailingCalls {
  static func run(hasAllCodes: Bool) -> CInt {
    guard let count = callCount() else { return 1 }
    var (runs, failures) = (0, 0)
    for number in 1...count {
      let codes = FailureCodes.of(name(of: number))
      for (choice, code) in codes.enumerated() where choice == 0 || hasAllCodes {
        runs += 1
        guard let violation = Runner.forked({ violation(failing: number, choice) }) else { continue }
        failures += 1
        defer { fflush(nil) }
        print("call \(number), '\(name(of: number))', fails with \(FailureCodes.text(of: code)): \(violation)")
      }
    }
    print("\(count) calls, \(runs) failures of them, of which \(failures) broke a guarantee")
    return failures == 0 ? 0 : 1
  }

  private static func violation(failing number: Int, _ choice: Int) -> String? {
    Runner.violationHere(by: history) { world in
      world.kernel.pointee.failure = Int64(number)
      world.failureChoice = choice
    }
  }

  /// The number of calls in a run where none fails, which are noted with their names.
  private static func callCount() -> Int? {
    note_calls()
    let text = Runner.forked {
      let violation = Runner.violationHere(by: history)
      return violation ?? "calls \(noted_calls())"
    }
    guard let text, text.hasPrefix("calls ") else {
      print("without a failure: \(text ?? "")")
      return nil
    }
    return Int(text.dropFirst(6))
  }

  private static func name(of number: Int) -> String { noted_call(Int64(number)).map { String(cString: $0) } ?? "" }

  private static let history: [Step] = {
    func hold(_ percent: Int, _ priority: Priority = .normal, fade: Int? = nil) -> ScenePlan {
      let claim = ScenePlan.Claim(target: .pictures, rule: .exactly, percent: percent)
      return ScenePlan(claims: [claim], priority: priority, policy: .yield, fade: fade)
    }
    return [
      .connect(user: 1), .call(client: 0, .hold(hold(30))), .runUntilIdle, .connect(user: 2),
      .call(client: 1, .push(hold(70, .high))),
      .call(client: 1, .appear(0)), .runUntilIdle, .connect(user: 0),
      .call(client: 2, .set(light: 3, percent: 55, fade: nil)), .runUntilIdle,
      .move(light: 0, place: 444, .hotkey), .unplug(light: 1), .runUntilIdle,
      .plug(light: 1, place: 500, asOther: false), .runUntilIdle,
      .call(client: 2, .report), .seat(.logIn(2)), .seat(.logIn(1)), .reload(1),
      .pass(milliseconds: 1100), .kill(down: 0), .runUntilIdle,
      .call(client: 1, .disappear(0)), .runUntilIdle, .connect(user: 1), .call(client: 2, .hold(hold(60, fade: 40))),
      .pass(milliseconds: 270),
      .replace, .runUntilIdle, .resume(seconds: 60), .close(client: 0), .runUntilIdle,
      .die(client: 0, keepsSocket: true), .runUntilIdle,
      .restore,
      .connect(user: 1), .call(client: 1, .hold(hold(20))), .runUntilIdle, .stop, .runUntilIdle,
    ]
  }()
}
