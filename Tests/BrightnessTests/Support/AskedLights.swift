import Synchronization

@testable import Brightness

/// A panel in memory that decides as the real one does, takes every write, and remembers what was asked of it.
final class AskedLights: Sendable {
  enum Call: Hashable {
    case hold(ClaimOwner)
    case release(ClaimOwner)
    case cover(ClaimOwner)
    case uncover(ClaimOwner)
  }

  private struct Memory {
    var lights = Lights.showing(panel: 60)
    var calls: [Call] = []
    var claims: [ClaimedScene] = []
    var fades: [Duration?] = []
  }

  private let memory = Mutex(Memory())

  var lights: Lights { memory.withLock { $0.lights } }
  var claims: [ClaimedScene] { memory.withLock { $0.claims } }
  var fades: [Duration?] { memory.withLock { $0.fades } }
  /// What was asked since it was last taken, such as `hold 1.2` for the second scene of the first session.
  var calls: [String] { memory.withLock { $0.calls.map(\.description) } }

  /// Whose claims count on the panel.
  var counting: Set<ClaimOwner> { Set(lights.claims(on: panel).map(\.owner)) }

  func takeCalls() -> [Call] {
    memory.withLock { memory in
      defer { memory.calls = [] }
      return memory.calls
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
      uncover: { owner in self.take(.uncover(owner)) { $0.uncovered(owner) } }
    )
  }

  private func take(_ call: Call, _ happening: (inout Lights) -> LightsOutcome) {
    memory.withLock { memory in
      memory.calls.append(call)
      let outcome = happening(&memory.lights)
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
    }
  }
}

extension ClaimOwner {
  fileprivate var numbers: String { "\(session.number).\(scene.number)" }
}
