import EventLoop
import Hardware

/// What cannot be written while the session for which it is written is away from the seat.
extension LightKeeper {
  /// From the first refusal on it is tried again whenever somebody else is active on the seat. Where that is not told, once a minute has
  /// to do.
  func awaitSession() {
    guard seatWatch == nil, let seat = hand.seat else { return }
    seatWatch = try? SeatWatch(of: seat, on: loop) { [weak self] in self?.assumeIsolated { $0.tryForSession() } }
  }

  private func tryForSession() {
    for light in kept.values {
      guard case .refused(let error, _) = light.trouble, error.isForSession else { continue }
      light.writer.assumeIsolated { $0.look() }
    }
  }
}

/// Hears of another user, or another session, on a seat.
final class SeatWatch: Sendable {
  private let watch: Watch

  init(of file: String, on loop: EventLoop, _ tell: @escaping @Sendable () -> Void) throws(SystemError) {
    watch = try loop.onArrival(at: file, callback: tell)
  }
}
