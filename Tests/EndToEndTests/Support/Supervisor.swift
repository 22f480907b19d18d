import EventLoop
import Glibc
import Programs

/// Who starts the daemon: hears what it says, and keeps what it hands over for the next start, as systemd does.
final class Supervisor {
  private let socket: NotifySocket
  private var kept: [(name: String, number: CInt)] = []

  init(at path: String) throws {
    socket = try NotifySocket(at: path)
  }

  deinit {
    for (_, number) in kept { close(number) }
  }

  /// Waits until the daemon is ready, passing over what it says besides, such as that it stops.
  func waitUntilReady() throws {
    while try !hear(socket.next()).hasPrefix("READY=1") {}
  }

  /// What the daemon has said of itself since that was asked last.
  func notices() -> [String] {
    var notices: [String] = []
    while let notice = socket.nextIfAny() { notices.append(hear(notice)) }
    return notices
  }

  /// What is kept for the next daemon; what the other end has closed is no more.
  func keptNow() -> [(name: String, number: CInt)] {
    _ = notices()
    drop { [self] in isHungUp($0.number) }
    return kept
  }

  private func hear(_ notice: (text: String, descriptor: CInt?)) -> String {
    let name = notice.text.split(separator: "\n").first { $0.hasPrefix("FDNAME=") }?.dropFirst(7)
    if let name, let descriptor = notice.descriptor { kept.append((String(name), descriptor)) }
    if let name, notice.text.hasPrefix("FDSTOREREMOVE=1") { drop { $0.name == name } }
    return notice.text
  }

  private func drop(where isGone: ((name: String, number: CInt)) -> Bool) {
    let gone = kept.filter(isGone)
    kept.removeAll { one in gone.contains { $0.number == one.number } }
    for (_, number) in gone { close(number) }
  }

  private func isHungUp(_ number: CInt) -> Bool {
    var request = pollfd(fd: number, events: 0, revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
  }
}
