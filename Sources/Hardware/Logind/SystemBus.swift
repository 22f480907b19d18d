import CSystemd
import EventLoop
import Glibc

/// A connection of our own to the system's bus, which sleeps between calls. The corresponding C type is `sd_bus`.
struct SystemBus: ~Copyable, Sendable {
  /// What it wants and does not get in this time is an error.
  private static let patience = Duration.seconds(5)

  private let library: SystemdLibrary
  /// Of the connection, since a pointer could not go from thread to thread.
  private let address: UInt

  /// Waits until the bus has let us in.
  static func opened(_ library: SystemdLibrary) throws(LogindError) -> SystemBus {
    let bus = try SystemBus(library)
    try bus.waitForWelcome()
    return bus
  }

  private init(_ library: SystemdLibrary) throws(LogindError) {
    var opened: OpaquePointer?
    let code = library.function("sd_bus_open_system", as: open_system_bus.self)(&opened)
    guard code >= 0, let opened else { throw .absent(Self.reason(code)) }
    self.library = library
    address = UInt(bitPattern: opened)
  }

  deinit {
    _ = library.function("sd_bus_close_unref", as: close_bus.self)(pointer)
  }

  private var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// A call waits for the bus without an end, where nothing else does before.
  private func waitForWelcome() throws(LogindError) {
    let deadline = LoopClock.Instant.now.advanced(by: Self.patience)
    while true {
      let state = library.function("sd_bus_is_ready", as: is_bus_ready.self)(pointer)
      if state > 0 { return }
      let left = LoopClock.Instant.now.duration(to: deadline)
      guard state == 0, left > .zero else { throw .absent(Self.reason(state == 0 ? -ETIMEDOUT : state)) }
      let done = library.function("sd_bus_process", as: process_bus.self)(pointer, nil)
      let code = done == 0 ? library.function("sd_bus_wait", as: wait_for_bus.self)(pointer, left.microseconds) : done
      guard code >= 0 else { throw .absent(Self.reason(code)) }
    }
  }

  private static func reason(_ code: CInt) -> String { "\(ErrorCode(rawValue: -code))" }
}

extension SystemBus {
  /// Has logind write a light for the session of this user, and waits for its answer; nil where the bus has hung up.
  func setBrightness(of light: LightID, to raw: UInt32) throws(LogindError) -> Result<Void, LogindError>? {
    let message = try BusMessage(library, on: pointer, "SetBrightness")
    try message.append(light.subsystem.rawValue)
    try message.append(light.name)
    try message.append(raw)
    return message.call(within: Self.patience)
  }
}

/// A call that is put together. The corresponding C type is `sd_bus_message`.
private struct BusMessage: ~Copyable {
  private let library: SystemdLibrary
  private let bus: OpaquePointer?
  private let pointer: OpaquePointer?

  /// A call to this user's session: that of the process, or else the one that logind knows as the user's.
  init(_ library: SystemdLibrary, on bus: OpaquePointer?, _ method: String) throws(LogindError) {
    var made: OpaquePointer?
    let make = library.function("sd_bus_message_new_method_call", as: new_bus_call.self)
    let code = make(
      bus,
      &made,
      "org.freedesktop.login1",
      "/org/freedesktop/login1/session/auto",
      "org.freedesktop.login1.Session",
      method
    )
    guard code >= 0 else { throw .absent("\(ErrorCode(rawValue: -code))") }
    (self.library, self.bus, pointer) = (library, bus, made)
  }

  deinit {
    _ = library.function("sd_bus_message_unref", as: release_bus_message.self)(pointer)
  }

  func append(_ text: String) throws(LogindError) {
    try check(text.withCString { append("s", $0) })
  }

  func append(_ number: UInt32) throws(LogindError) {
    try check(withUnsafePointer(to: number) { append("u", $0) })
  }

  private func append(_ type: Unicode.Scalar, _ value: UnsafeRawPointer) -> CInt {
    library.function("sd_bus_message_append_basic", as: append_to_bus_message.self)(pointer, CChar(type.value), value)
  }

  /// A name that is no UTF-8 is no device's either, for logind.
  private func check(_ code: CInt) throws(LogindError) {
    if code < 0 { throw .noDevice("\(ErrorCode(rawValue: -code))") }
  }

  consuming func call(within patience: Duration) -> Result<Void, LogindError>? {
    var (error, reply) = (sd_bus_error(), OpaquePointer?.none)
    defer { library.function("sd_bus_error_free", as: free_bus_error.self)(&error) }
    let code = library.function("sd_bus_call", as: call_over_bus.self)(
      bus,
      pointer,
      patience.microseconds,
      &error,
      &reply
    )
    _ = library.function("sd_bus_message_unref", as: release_bus_message.self)(reply)
    if code >= 0 { return .success(()) }
    if [ECONNRESET, ENOTCONN, EPIPE].contains(-code) { return nil }
    let name = error.name.map { String(cString: $0) } ?? ""
    let message = error.message.map { String(cString: $0) } ?? "\(ErrorCode(rawValue: -code))"
    return .failure(LogindError(name, message))
  }
}

extension Duration {
  /// As libsystemd takes a time; nothing below nothing.
  fileprivate var microseconds: UInt64 {
    let (seconds, attoseconds) = max(self, .zero).components
    return UInt64(seconds) * 1_000_000 + UInt64(attoseconds / 1_000_000_000_000)
  }
}
