import Synchronization

@testable import Brightness

/// A panel in memory that decides as the real one does, takes every write, and remembers what was asked of it.
final class AskedLights: Sendable {
  enum Call: Hashable {
    case hold(ClaimOwner)
    case release(ClaimOwner)
    case cover(ClaimOwner)
    case uncover(ClaimOwner)
    case suspend(SessionID)
    case resume(SessionID)
  }

  private struct Memory {
    var lights = Lights.showing(panel: 60)
    var calls: [Call] = []
    var claims: [ClaimedScene] = []
    var fades: [Duration?] = []
    var orders: [Int] = []
  }

  private let memory = Mutex(Memory())

  var lights: Lights { memory.withLock { $0.lights } }
  var claims: [ClaimedScene] { memory.withLock { $0.claims } }
  var fades: [Duration?] { memory.withLock { $0.fades } }
  /// What was asked since it was last taken, such as `hold 1.2` for the second scene of the first session.
  var calls: [String] { memory.withLock { $0.calls.map(\.description) } }

  /// The steps that were written since that was last taken.
  var orders: [Int] { memory.withLock { $0.orders } }

  /// Whose claims count on the panel.
  var counting: Set<ClaimOwner> { Set(lights.claims(on: panel).map(\.owner)) }

  func takeCalls() -> [Call] {
    memory.withLock { memory in
      defer { memory.calls = [] }
      return memory.calls
    }
  }

  func takeOrders() -> [Int] {
    memory.withLock { memory in
      defer { memory.orders = [] }
      return memory.orders
    }
  }

  /// The person moves the panel.
  func move(to raw: Int) -> LightsOutcome {
    memory.withLock { memory in
      let outcome = memory.lights.moved(panel, to: raw)
      memory.lights.settled(outcome)
      return outcome
    }
  }

  var client: BrightnessClient {
    BrightnessClient(
      hold: { scene, fade in
        self.memory.withLock { memory in
          memory.claims.append(scene)
          memory.fades.append(fade)
        }
        self.take(.hold(scene.owner)) { $0.claimed(scene) }
      },
      release: { owner in self.take(.release(owner)) { $0.released(owner) } },
      cover: { owner in self.take(.cover(owner)) { $0.covered(owner) } },
      uncover: { owner in self.take(.uncover(owner)) { $0.uncovered(owner) } },
      suspend: { session in self.take(.suspend(session)) { $0.suspended(session) } },
      resume: { session in self.take(.resume(session)) { $0.resumed(session) } }
    )
  }

  private func take(_ call: Call, _ happening: (inout Lights) -> LightsOutcome) {
    memory.withLock { memory in
      memory.calls.append(call)
      let outcome = happening(&memory.lights)
      memory.orders += outcome.changes.compactMap(\.order)
      memory.lights.settled(outcome)
    }
  }
}

extension AskedLights.Call: CustomStringConvertible {
  var description: String {
    switch self {
    case .hold(let owner): "hold \(owner.numbers)"
    case .release(let owner): "release \(owner.numbers)"
    case .cover(let owner): "cover \(owner.numbers)"
    case .uncover(let owner): "uncover \(owner.numbers)"
    case .suspend(let session): "suspend \(session.number)"
    case .resume(let session): "resume \(session.number)"
    }
  }
}

extension ClaimOwner {
  fileprivate var numbers: String { "\(session.number).\(scene.number)" }
}
