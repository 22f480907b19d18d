import EventLoop
import Model

/// Sets levels on behalf of a session's user, who may not write the files.
public protocol SessionBrightness: Sendable {
  /// Returns when the driver has answered.
  func set(_ light: LightID, to raw: UInt32) throws(LogindError)
}

/// logind, called over the system bus.
///
/// The library is loaded and the bus connected at the first call. A connection serves one call at a time, so that concurrent
/// writes of several lights do not wait for each other; one connection is kept for later calls.
public final class Logind: SessionBrightness {
  private let spare = TraceableMutex<SystemBus?>(nil)

  public init() {}

  public func set(_ light: LightID, to raw: UInt32) throws(LogindError) {
    // The bus may have closed a kept connection meanwhile; then a new one is tried once.
    if let bus = spare.withLock({ $0.take() }), try set(light, to: raw, over: bus) { return }
    guard try set(light, to: raw, over: .opened(SystemdLibrary())) else { throw .failed("the bus hung up") }
  }

  /// False if the bus closed the connection.
  private func set(_ light: LightID, to raw: UInt32, over bus: consuming SystemBus) throws(LogindError) -> Bool {
    guard let answer = bus.setBrightness(of: light, to: raw) else { return false }
    var bus = Optional(bus)
    spare.withLock { spare in
      if spare == nil { spare = bus.take() }
    }
    try answer.get()
    return true
  }
}
