import Brightness
import Daemon
import HardwareTesting
import Synchronization

/// The answers to a call: none yet, or one.
final class Answers: Sendable {
  private let answers = Mutex<[Reply]>([])

  var all: [Reply] { answers.withLock { $0 } }

  func note(_ answer: Reply) {
    answers.withLock { $0.append(answer) }
  }
}

/// The jobs of each light, in the order in which the lights were added.
final class SteppedWriters: Sendable {
  private let jobs = Mutex<[SteppedJobs]>([])

  func add() -> SteppedJobs {
    let writer = SteppedJobs()
    jobs.withLock { $0.append(writer) }
    return writer
  }

  var areIdle: Bool { jobs.withLock { $0 }.allSatisfy { $0.count == 0 } }

  /// Carries out a job of the first light that has one.
  func step() -> Bool {
    jobs.withLock { $0 }.contains { $0.step() }
  }

  func step(_ light: Int) -> Bool {
    jobs.withLock { $0 }[light].step()
  }

  /// Carries out one job of any light; the number selects the light.
  func stepOne(_ number: Int) -> Bool {
    let all = jobs.withLock { $0 }.filter { $0.count > 0 }
    return all.isEmpty ? false : all[number % all.count].step()
  }
}
