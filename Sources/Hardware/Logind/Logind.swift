import EventLoop

/// Whoever writes lights in the name of a user to whom the files do not belong.
public protocol LightsOfSession: Sendable {
  /// Returns when the driver has answered.
  func set(_ light: LightID, to raw: UInt32) throws(LogindError)
}

/// logind, asked over the system's bus.
///
/// Before the first call nothing of it is there, no library and no connection. A connection serves one call at a time, and one is kept for
/// the next call: lights that are written at once do not wait for each other.
public final class Logind: LightsOfSession {
  private let spare = TraceableMutex<SystemBus?>(nil)

  public init() {}

  public func set(_ light: LightID, to raw: UInt32) throws(LogindError) {
    // One that has slept may have been left by the other end meanwhile.
    if let bus = spare.withLock({ $0.take() }), try set(light, to: raw, over: bus) { return }
    guard try set(light, to: raw, over: .opened(SystemdLibrary())) else { throw .failed("the bus hung up") }
  }

  /// False where the bus has hung up.
  private func set(_ light: LightID, to raw: UInt32, over bus: consuming SystemBus) throws(LogindError) -> Bool {
    guard let answer = try bus.setBrightness(of: light, to: raw) else { return false }
    var bus = Optional(bus)
    spare.withLock { spare in
      if spare == nil { spare = bus.take() }
    }
    try answer.get()
    return true
  }
}
