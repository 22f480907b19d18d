import CSystemd
import EventLoop
import Glibc
import Systemd

/// Whether a program inhibits idling with logind, as `systemd-inhibit --what=idle` does. The
/// compositors that use wlroots do not ask logind.
///
/// No call waits for its reply, because logind may be slow while the machine goes to sleep. When
/// the bus hangs up, nothing is inhibited any more.
actor IdleInhibitors: LoopActor {
  nonisolated let loop: EventLoop
  private let library: SystemdLibrary
  private let report: @Sendable (Bool) -> Void
  private var bus: Bus?

  /// Throws if there is no system bus.
  init(on loop: EventLoop, _ report: @escaping @Sendable (Bool) -> Void) throws(NoBus) {
    self.loop = loop
    self.report = report
    library = try converting({ NoBus(reason: $0.reason) }) { () throws(NoLibrary) in try SystemdLibrary() }
    try open()
  }

  private nonisolated func open() throws(NoBus) {
    let result = assumeIsolated { inhibitors -> Result<Void, NoBus> in
      do throws(NoBus) {
        let bus = try Bus(library)
        let watched = try converting({ NoBus(reason: "\($0)") }) { () throws(SystemError) in
          try loop.watch(Descriptor(duplicating: bus.descriptor), for: .readable) { [unowned self] _ in
            assumeIsolated { $0.process() }
          }
        }
        bus.watched = Box(watched)
        inhibitors.bus = bus
        bus.followChanges(for: self)
        inhibitors.ask()
        inhibitors.process()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Asks again after each change of logind's properties: the signal need not have the new value.
  func ask() { bus?.ask(for: self) }

  func note(_ inhibited: String?) {
    report(inhibited?.split(separator: ":").contains("idle") ?? false)
  }

  private func process() {
    guard let bus else { return }
    guard bus.process() else {
      self.bus = nil
      return report(false)
    }
  }
}

struct NoBus: Error, Hashable {
  let reason: String
}

/// A connection to the system bus; the corresponding C type is `sd_bus`. It ends what it waits for.
private final class Bus {
  private let library: SystemdLibrary
  private let pointer: OpaquePointer
  var watched: Box<WatchedDescriptor>?

  init(_ library: SystemdLibrary) throws(NoBus) {
    var opened: OpaquePointer?
    let code = library.function("sd_bus_open_system", as: open_system_bus.self)(&opened)
    guard code >= 0, let opened else { throw NoBus(reason: "\(ErrorCode(rawValue: -code))") }
    self.library = library
    pointer = opened
  }

  deinit { _ = library.function("sd_bus_close_unref", as: close_bus.self)(pointer) }

  var descriptor: CInt { library.function("sd_bus_get_fd", as: get_bus_descriptor.self)(pointer) }

  /// Reads and sends without waiting; false when the connection has ended.
  func process() -> Bool {
    let process = library.function("sd_bus_process", as: process_bus.self)
    while true {
      let code = process(pointer, nil)
      if code < 0 { return false }
      if code == 0 { break }
    }
    let events = library.function("sd_bus_get_events", as: get_bus_events.self)(pointer)
    guard events >= 0 else { return false }
    let mustWrite = events & CInt(POLLOUT) != 0
    return (try? watched?.value.wait(for: mustWrite ? [.readable, .writable] : .readable)) != nil
  }

  func followChanges(for inhibitors: IdleInhibitors) {
    let match = library.function("sd_bus_match_signal_async", as: match_bus_signal.self)
    let manager = "/org/freedesktop/login1"
    _ = match(
      pointer,
      nil,
      "org.freedesktop.login1",
      manager,
      "org.freedesktop.DBus.Properties",
      "PropertiesChanged",
      { _, data, _ in
        IdleInhibitors.from(data).assumeIsolated { $0.ask() }
        return 0
      },
      nil,
      Unmanaged.passUnretained(inhibitors).toOpaque()
    )
  }

  func ask(for inhibitors: IdleInhibitors) {
    let call = library.function("sd_bus_call_method_async", as: UnsafeMutableRawPointer.self)
    _ = ask_what_is_inhibited(
      call,
      pointer,
      { reply, data, _ in
        IdleInhibitors.from(data).noteReply(reply)
        return 0
      },
      Unmanaged.passUnretained(inhibitors).toOpaque()
    )
  }
}

extension IdleInhibitors {
  /// No callback comes after the actor is gone, because its connection ends with it.
  fileprivate static func from(_ data: UnsafeMutableRawPointer?) -> IdleInhibitors {
    guard let data else { preconditionFailure("a callback of the bus has an address") }
    return Unmanaged<IdleInhibitors>.fromOpaque(data).takeUnretainedValue()
  }

  fileprivate nonisolated func noteReply(_ reply: OpaquePointer?) {
    let read = library.function("sd_bus_message_read", as: UnsafeMutableRawPointer.self)
    let text = text_of_property(read, reply).map { String(cString: $0) }
    assumeIsolated { $0.note(text) }
  }
}
