import BrightnessEventLoop
import Glibc
import Programs

/// Receives the daemon's notifications, and stores its descriptors for the next start, as systemd
/// does: the newest first, and none twice (`service_add_fd_store` in src/core/service.c of systemd
/// 257.13).
final class PlayedServiceManager {
  private let socket: NotifySocket
  private var stored: [(name: String, number: CInt)] = []

  init(at path: String) throws {
    socket = try NotifySocket(at: path)
  }

  deinit {
    for (_, number) in stored { close(number) }
  }

  /// Waits until the daemon is ready, and ignores other notifications.
  func waitUntilReady() throws {
    while try !receive(socket.next()).hasPrefix("READY=1") {}
  }

  /// The daemon's notifications since the last call.
  func notifications() -> [String] {
    var notifications: [String] = []
    while let notification = socket.nextIfAny() { notifications.append(receive(notification)) }
    return notifications
  }

  /// The descriptors stored for the next daemon, without those that the other end has closed.
  func storedDescriptors() -> [(name: String, number: CInt)] {
    _ = notifications()
    drop { [self] in isHungUp($0.number) }
    return stored
  }

  private func receive(_ notification: (text: String, descriptor: CInt?)) -> String {
    let name = notification.text.split(separator: "\n").first { $0.hasPrefix("FDNAME=") }?.dropFirst(7)
    if let name, let descriptor = notification.descriptor { store(descriptor, String(name)) }
    if let name, notification.text.hasPrefix("FDSTOREREMOVE=1") { drop { $0.name == name } }
    return notification.text
  }

  private func store(_ number: CInt, _ name: String) {
    if stored.contains(where: { Self.file(of: $0.number) == Self.file(of: number) }) {
      close(number)
    } else {
      stored.insert((name, number), at: 0)
    }
  }

  /// What distinguishes the file behind a descriptor: each socket and each memory file has its own.
  private static func file(of number: CInt) -> [UInt64] {
    var status = stat()
    fstat(number, &status)
    return [UInt64(status.st_dev), UInt64(status.st_ino)]
  }

  private func drop(where isDropped: ((name: String, number: CInt)) -> Bool) {
    let dropped = stored.filter(isDropped)
    stored.removeAll { one in dropped.contains { $0.number == one.number } }
    for (_, number) in dropped { close(number) }
  }

  private func isHungUp(_ number: CInt) -> Bool {
    var request = pollfd(fd: number, events: 0, revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP | POLLERR) != 0
  }
}
