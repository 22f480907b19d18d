import CSystemd
import EventLoop
import Glibc
import Systemd

/// Whether a program inhibits idling with logind, as `systemd-inhibit --what=idle` does. The
/// compositors that use wlroots do not ask logind.
///
/// No call waits for its reply, because logind may be slow while the machine goes to sleep. An
/// error, such as that of a logind that restarts, changes nothing. When the bus hangs up, nothing
/// is inhibited any more.
actor IdleInhibitors: LoopActor {
  nonisolated let loop: EventLoop
  private let library: SystemdLibrary
  private let report: @Sendable (Bool) -> Void
  private var bus: Bus?

  /// Nil without libsystemd or a system bus, where nobody can inhibit anything.
  init?(on loop: EventLoop, _ report: @escaping @Sendable (Bool) -> Void) {
    guard let library = try? SystemdLibrary() else { return nil }
    self.loop = loop
    self.report = report
    self.library = library
    guard open() else { return nil }
  }

  private nonisolated func open() -> Bool {
    assumeIsolated { inhibitors in
      guard let bus = Bus(library) else { return false }
      let watched = try? loop.watch(Descriptor(duplicating: bus.descriptor), for: .readable) { [unowned self] _ in
        assumeIsolated { $0.process() }
      }
      guard let watched else { return false }
      bus.watched = Box(watched)
      inhibitors.bus = bus
      bus.followChanges(for: self)
      inhibitors.ask()
      inhibitors.process()
      return true
    }
  }

  /// Asks again after each change of logind's properties: the signal need not have the new value.
  func ask() { bus?.ask(for: self) }

  func reportInhibited(_ what: String) {
    report(what.split(separator: ":").contains("idle"))
  }

  private func process() {
    guard let bus else { return }
    guard bus.process() else {
      self.bus = nil
      return report(false)
    }
  }
}

/// A connection to the system bus; the corresponding C type is `sd_bus`. Its end is that of its
/// watch, too.
private final class Bus {
  private let library: SystemdLibrary
  private let pointer: OpaquePointer
  var watched: Box<WatchedDescriptor>?

  init?(_ library: SystemdLibrary) {
    var opened: OpaquePointer?
    let code = library.function("sd_bus_open_system", as: open_system_bus.self)(&opened)
    guard code >= 0, let opened else { return nil }
    self.library = library
    pointer = opened
    // A late reply still says what is inhibited, so that no call times out.
    _ = library.function("sd_bus_set_method_call_timeout", as: limit_bus_calls.self)(opened, .max)
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
    guard let text = text_of_property(read, reply).map({ String(cString: $0) }) else { return }
    assumeIsolated { $0.reportInhibited(text) }
  }
}
