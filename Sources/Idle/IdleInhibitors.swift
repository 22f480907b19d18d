import BrightnessEventLoop
import CSystemd
import Systemd

/// Whether a program inhibits idling with logind, as `systemd-inhibit --what=idle` does. The
/// compositors that use wlroots do not ask logind.
///
/// No call waits for its reply, because logind may be slow while the machine goes to sleep. An
/// error, such as that of a logind that restarts, changes nothing. When the bus hangs up, nothing
/// is inhibited any more.
actor IdleInhibitors: LoopActor {
  private struct Connection {
    let bus: Box<SystemBus>
    let watched: Box<WatchedDescriptor>
  }

  nonisolated let loop: EventLoop
  private let report: @Sendable (Bool) -> Void
  private var connection: Connection?

  /// Nil without libsystemd or a system bus, where nobody can inhibit anything.
  init?(on loop: EventLoop, _ report: @escaping @Sendable (Bool) -> Void) {
    self.loop = loop
    self.report = report
    guard open() else { return nil }
  }

  private nonisolated func open() -> Bool {
    assumeIsolated { inhibitors in
      // A late reply still says what is inhibited, so that no call times out.
      guard let library = try? SystemdLibrary(), let bus = try? Box(SystemBus(library, timeout: nil)) else {
        return false
      }
      let watched = try? loop.watch(Descriptor(duplicating: bus.value.descriptor), for: .readable) { [unowned self] _ in
        assumeIsolated { $0.process() }
      }
      guard let watched else { return false }
      inhibitors.connection = Connection(bus: bus, watched: Box(watched))
      inhibitors.followChanges()
      inhibitors.ask()
      inhibitors.process()
      return true
    }
  }

  private func process() {
    guard let connection else { return }
    do throws(SystemError) {
      try connection.watched.value.wait(for: connection.bus.value.process())
    } catch {
      self.connection = nil
      report(false)
    }
  }

  private func followChanges() {
    guard let bus = connection?.bus else { return }
    let match = bus.value.function("sd_bus_match_signal_async", as: match_bus_signal.self)
    _ = match(
      bus.value.pointer,
      nil,
      "org.freedesktop.login1",
      "/org/freedesktop/login1",
      "org.freedesktop.DBus.Properties",
      "PropertiesChanged",
      { _, data, _ in
        IdleInhibitors.from(data).assumeIsolated { $0.ask() }
        return 0
      },
      nil,
      address
    )
  }

  /// Asks again after each change of logind's properties: the signal need not have the new value.
  private func ask() {
    guard let bus = connection?.bus else { return }
    _ = ask_what_is_inhibited(
      bus.value.function("sd_bus_call_method_async", as: UnsafeMutableRawPointer.self),
      bus.value.pointer,
      { reply, data, _ in
        IdleInhibitors.from(data).handleReply(reply)
        return 0
      },
      address
    )
  }

  private nonisolated func handleReply(_ reply: OpaquePointer?) {
    let address = UInt(bitPattern: reply)
    assumeIsolated { inhibitors in
      guard let bus = inhibitors.connection?.bus else { return }
      let read = bus.value.function("sd_bus_message_read", as: UnsafeMutableRawPointer.self)
      guard let text = text_of_property(read, OpaquePointer(bitPattern: address)) else { return }
      inhibitors.report(String(cString: text).split(separator: ":").contains("idle"))
    }
  }
}

/// The actor as the data of callbacks. None comes after it is gone, because its connection ends
/// with it.
extension IdleInhibitors {
  private nonisolated var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func from(_ data: UnsafeMutableRawPointer?) -> IdleInhibitors {
    guard let data else { preconditionFailure("a callback of the bus has an address") }
    return Unmanaged<IdleInhibitors>.fromOpaque(data).takeUnretainedValue()
  }
}
