import BrightnessEventLoop
import Glibc
import Service
import Synchronization

@testable import Daemon

/// Stores descriptors for the next start as systemd does: hung-up ones are dropped.
final class TestDescriptorStore: Sendable {
  private let stored = Mutex<[(name: String, number: CInt)]>([])
  private let isOpen = Mutex(true)
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  deinit {
    for (_, number) in stored.withLock({ $0 }) { close(number) }
  }

  var store: DescriptorStore {
    DescriptorStore(
      store: { [weak self] descriptor, name throws(SupervisionError) in try self?.add(descriptor, name) },
      remove: { [weak self] name throws(SupervisionError) in try self?.remove(name.description) },
      whenThereIsRoom: { [weak self] perform throws(SupervisionError) in self?.waiting.withLock { $0.append(perform) } }
    )
  }

  var names: [String] { stored.withLock { $0.map(\.name) } }

  /// Refuses everything, as systemd's full queue does.
  func shut() {
    isOpen.withLock { $0 = false }
  }

  func reopen() {
    isOpen.withLock { $0 = true }
    let actions = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for perform in actions { perform() }
  }

  /// Duplicates of the stored descriptors, as passed at a start.
  func passedDescriptors() throws -> InheritedDescriptors {
    let copies = try stored.withLock { stored in
      stored.removeAll { isHungUp($0.number) }
      return try stored.map { ($0.name, try Descriptor(duplicating: $0.number).release()) }
    }
    return InheritedDescriptors(stored: copies)
  }

  private func add(_ descriptor: borrowing Descriptor, _ name: DescriptorName) throws(SupervisionError) {
    try checkRoom()
    let number = descriptor.number
    let copy = try converting(SupervisionError.refused) { () throws(SystemError) in
      try systemCall("store", name.description) { fcntl(number, F_DUPFD_CLOEXEC, 0) }
    }
    stored.withLock { $0.append((name.description, copy)) }
  }

  private func checkRoom() throws(SupervisionError) {
    if isOpen.withLock({ $0 }) { return }
    throw .refused(SystemError("notify", "systemd", ErrorCode(rawValue: EAGAIN)))
  }

  private func remove(_ name: String) throws(SupervisionError) {
    try checkRoom()
    stored.withLock { stored in
      for (_, number) in stored.filter({ $0.name == name }) { close(number) }
      stored.removeAll { $0.name == name }
    }
  }

  private func isHungUp(_ number: CInt) -> Bool {
    var request = pollfd(fd: number, events: 0, revents: 0)
    guard poll(&request, 1, 0) == 1, request.revents & Int16(POLLHUP) != 0 else { return false }
    close(number)
    return true
  }
}
