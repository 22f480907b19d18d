import Hardware

/// What cannot be written while the session for which it is written is away from the seat.
extension LightKeeper {
  /// Whether it is there again is only seen by a try. Where nobody tells of the seat, once a minute has to do.
  func tryForSession() {
    for light in kept.values {
      guard case .refused(let error, _) = light.trouble, error.isForSession else { continue }
      light.writer.assumeIsolated { $0.look() }
    }
  }
}
