import ControlAPI
import EventLoop

extension DaemonAddress {
  /// Connects to the next daemon, as soon as there is one: the folders of its socket tell. One that has let us in and sent us
  /// away again is left in peace for a while.
  func connectAgain(isWelcome: Bool) async throws(Failure) -> ControlClient {
    let arrivals = try arrivals()
    if !isWelcome { try? await loop.sleep(for: patience) }
    if let client = try? connect() { return client }
    for await _ in arrivals {
      if let client = try? connect() { return client }
    }
    throw Failure(status: .unreachable, reason: "cannot connect to '\(socket)': nobody waits for the daemon any more")
  }

  /// Whenever it is worth a try. Of a name for which no file stands nobody tells, so that this is now and then.
  private func arrivals() throws(Failure) -> AsyncStream<Void> {
    guard let file else {
      return AsyncStream { [loop, patience] in try? await loop.sleep(for: patience) }
    }
    do throws(SystemError) {
      return try loop.arrivals(at: file)
    } catch {
      throw Failure(status: .refused, reason: "\(error)")
    }
  }
}
