import BrightnessEventLoop
import CSystemd
import Glibc

/// A private connection to the system bus. The corresponding C type is `sd_bus`.
///
/// The calls themselves, and what they mean, are with those who make them.
package struct SystemBus: ~Copyable, Sendable {
  private let library: SystemdLibrary
  /// The connection as a number, since a pointer is not `Sendable`.
  private let address: UInt

  /// Connects without waiting for the bus's welcome. A call waits `timeout` for its reply; nil for
  /// no limit.
  package init(_ library: SystemdLibrary, timeout: Duration?) throws(SystemError) {
    var opened: OpaquePointer?
    let code = library.function("sd_bus_open_system", as: open_system_bus.self)(&opened)
    guard code >= 0, let opened else { throw Self.error(code) }
    self.library = library
    address = UInt(bitPattern: opened)
    let limit = timeout?.microseconds ?? .max
    _ = library.function("sd_bus_set_method_call_timeout", as: limit_bus_calls.self)(opened, limit)
  }

  deinit { _ = library.function("sd_bus_close_unref", as: close_bus.self)(pointer) }

  package var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// A function of the library, with the type that its header declares.
  package func function<Function>(_ name: String, as type: Function.Type) -> Function {
    library.function(name, as: type)
  }

  /// Needed before `sd_bus_call`, which would wait for the connection without a limit.
  package func waitForWelcome(atMost limit: Duration) throws(SystemError) {
    let deadline = LoopClock.Instant.now.advanced(by: limit)
    while true {
      let state = function("sd_bus_is_ready", as: is_bus_ready.self)(pointer)
      if state > 0 { return }
      let left = LoopClock.Instant.now.duration(to: deadline)
      guard state == 0, left > .zero else { throw Self.error(state == 0 ? -ETIMEDOUT : state) }
      if try !processNext() { try wait(atMost: left) }
    }
  }

  private func wait(atMost limit: Duration) throws(SystemError) {
    let code = function("sd_bus_wait", as: wait_for_bus.self)(pointer, limit.microseconds)
    if code < 0 { throw Self.error(code) }
  }

  /// What a loop has to watch.
  package var descriptor: CInt { function("sd_bus_get_fd", as: get_bus_descriptor.self)(pointer) }

  /// Handles what has come and sends what it can, without waiting. Returns what `descriptor` has to
  /// be watched for until the next time, and throws when the connection has ended.
  package func process() throws(SystemError) -> Readiness {
    while try processNext() {}
    let events = function("sd_bus_get_events", as: get_bus_events.self)(pointer)
    guard events >= 0 else { throw Self.error(events) }
    return events & CInt(POLLOUT) != 0 ? [.readable, .writable] : .readable
  }

  /// False if there is nothing to do.
  private func processNext() throws(SystemError) -> Bool {
    let code = function("sd_bus_process", as: process_bus.self)(pointer, nil)
    guard code >= 0 else { throw Self.error(code) }
    return code > 0
  }

  /// libsystemd returns negative error codes.
  private static func error(_ code: CInt) -> SystemError {
    SystemError("use", "the system bus", ErrorCode(rawValue: -code))
  }
}

extension Duration {
  /// The unit of libsystemd.
  fileprivate var microseconds: UInt64 { UInt64(attoseconds / 1_000_000_000_000) }
}
