import Hardware
import Synchronization

/// Somebody who writes a played light for a user whose own its files are not, and refuses to when told so.
public final class PlayedLogind: LightsOfSession {
  private let kernel: PlayedKernel
  private let refusal = Mutex<LogindError?>(nil)

  public init(_ kernel: PlayedKernel) {
    self.kernel = kernel
  }

  /// Refuses from now on; nothing, if nil.
  public func refuse(_ error: LogindError?) {
    refusal.withLock { $0 = error }
  }

  public func set(_ light: LightID, to raw: UInt32) throws(LogindError) {
    kernel.journal.write("logind sets \(light) to \(raw)")
    if let error = refusal.withLock({ $0 }) { throw error }
    let code = kernel.state.withLock { $0.writeLevel("\(raw)", of: light.subsystem) }
    if code != nil { throw .failed("Failed to write to brightness device: Protocol error") }
  }
}
