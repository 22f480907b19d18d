import ComposableCore
import Synchronization

/// Resources that effects hold, and each acquisition and release in its order.
final class HoldLedger: Sendable {
  private struct Entries {
    var living: [Int: String] = [:]
    var history: [String] = []
    var lastToken = 0
    var isFaultless = true
  }

  private let entries = Mutex(Entries())

  /// The names of what is held, in the order in which it was taken.
  var living: [String] { entries.withLock { $0.living.sorted { $0.key < $1.key }.map(\.value) } }

  /// "+ name" for each acquire, "- name" for each release, "! name" for a release of something not
  /// held.
  var history: [String] { entries.withLock { $0.history } }

  /// Whether nothing was released that was not held.
  var isFaultless: Bool { entries.withLock { $0.isFaultless } }

  /// An effect that holds a name for as long as it lives.
  func hold<Action: Sendable>(_ name: String) -> Effect<Action> {
    .hold {
      self.take(name)
    } release: { token in
      self.letGo(token, name)
    }
  }

  private func take(_ name: String) -> Int {
    entries.withLock { entries in
      entries.lastToken += 1
      entries.living[entries.lastToken] = name
      entries.history.append("+ \(name)")
      return entries.lastToken
    }
  }

  private func letGo(_ token: Int, _ name: String) {
    entries.withLock { entries in
      let wasHeld = entries.living.removeValue(forKey: token) != nil
      if !wasHeld { entries.isFaultless = false }
      entries.history.append(wasHeld ? "- \(name)" : "! \(name)")
    }
  }
}
