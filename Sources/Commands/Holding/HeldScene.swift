import ControlAPI
import EventLoop
import Model
import Varlink

/// A scene that is held as long as there is a daemon, and taken again by the next one, as soon as the lights are there.
struct HeldScene: Sendable {
  private let request: SessionsInterface.SceneRequest
  private let daemon: DaemonAddress
  private let first: ControlClient

  init(_ request: SessionsInterface.SceneRequest, on daemon: DaemonAddress, by first: ControlClient) {
    self.request = request
    self.daemon = daemon
    self.first = first
  }

  private enum End {
    case over
    /// The daemon is gone; perhaps it has never held.
    case lost(hasHeld: Bool)
    /// A light that was held before is not there yet: a daemon that was just started may know less than the one before.
    case missing(Failure)
  }

  /// Tells what becomes of it, until it is over or the task is cancelled.
  func keep(_ tell: @escaping @Sendable (HoldNews) -> Void) async {
    var client = first
    var deadline: LoopClock.Instant?
    var hasHeld = false
    while let request = remaining(until: deadline) {
      switch await hold(request, by: client, hasHeld, &deadline, tell) {
      case .over: return
      case .missing(let failure):
        tell(.missing(failure))
        let next = LoopClock.Instant.now.advanced(by: daemon.patience)
        do { try await daemon.loop.sleep(until: min(deadline ?? next, next)) } catch { return }
      case .lost(let isWelcome):
        hasHeld = hasHeld || isWelcome
        tell(.lost)
        do {
          guard let next = try await daemon.connectAgain(isWelcome: isWelcome, until: deadline) else { break }
          client = next
        } catch {
          return tell(.refused(error))
        }
      }
    }
    tell(.told(.init(scene: 0, event: .expired)))
  }

  /// What is asked for when so much of its time has gone by; nil if all has.
  private func remaining(until deadline: LoopClock.Instant?) -> SessionsInterface.SceneRequest? {
    guard let deadline else { return request }
    var request = request
    let left = LoopClock.Instant.now.duration(to: deadline)
    request.expires = left
    return left > .zero ? request : nil
  }

  private func hold(
    _ request: SessionsInterface.SceneRequest,
    by client: ControlClient,
    _ hasHeldBefore: Bool,
    _ deadline: inout LoopClock.Instant?,
    _ tell: (HoldNews) -> Void
  ) async -> End {
    var hasHeld = false
    do throws(ControlError) {
      for try await reply in client.sessions.hold(scene: request) {
        hasHeld = true
        if deadline == nil { deadline = request.expires.map { .now.advanced(by: $0) } }
        tell(.told(reply))
      }
    } catch {
      if case .call(.disconnected) = error { return .lost(hasHeld: hasHeld) }
      let failure = Failure(error, cannot: "hold", "lights")
      if hasHeldBefore, failure.status == .noSuchLight { return .missing(failure) }
      tell(.refused(failure))
    }
    return .over
  }
}
