import Daemon
import HardwareTesting
import Synchronization

/// What a keeper told, in its order.
final class Journal: Sendable {
  private let news = Mutex<[KeeperNews]>([])

  func write(_ entry: KeeperNews) {
    if case .together(let entries) = entry { return entries.forEach(write) }
    news.withLock { $0.append(entry) }
  }

  func take() -> [KeeperNews] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}

/// The answers to a call: none yet, or one.
final class Answers: Sendable {
  private let answers = Mutex<[LightAnswer]>([])

  var all: [LightAnswer] { answers.withLock { $0 } }

  func note(_ answer: LightAnswer) {
    answers.withLock { $0.append(answer) }
  }
}

/// The errands of each light, in the order in which the lights came.
final class Hands: Sendable {
  private let errands = Mutex<[SteppedErrands]>([])

  func add() -> SteppedErrands {
    let hand = SteppedErrands()
    errands.withLock { $0.append(hand) }
    return hand
  }

  var areIdle: Bool { errands.withLock { $0 }.allSatisfy { $0.count == 0 } }

  /// Carries out an errand of the first light that has one.
  func step() -> Bool {
    errands.withLock { $0 }.contains { $0.step() }
  }

  func step(_ light: Int) -> Bool {
    errands.withLock { $0 }[light].step()
  }

  /// Carries out one errand of any light, the number says whose comes first.
  func stepOne(_ number: Int) -> Bool {
    let all = errands.withLock { $0 }.filter { $0.count > 0 }
    return all.isEmpty ? false : all[number % all.count].step()
  }
}
