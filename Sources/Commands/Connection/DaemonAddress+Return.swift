import ControlAPI
import EventLoop

extension DaemonAddress {
  /// Connects to the next daemon, as soon as there is one: the folders of its socket tell. One that has let us in and sent us
  /// away again is left in peace for a while, unless another comes. Nil if none has come in time.
  func connectAgain(isWelcome: Bool, until deadline: LoopClock.Instant? = nil) async throws(Failure) -> ControlClient? {
    let (tries, trial) = AsyncStream<Void>.makeStream()
    let arrivals = try watchArrivals { trial.yield() }
    // Of a name for which no file stands nobody tells.
    let isUntold = arrivals == nil
    if isWelcome { trial.yield() }
    let patience = Task(executorPreference: loop) { [loop, patience] in
      guard isUntold || !isWelcome else { return }
      repeat {
        try await loop.sleep(for: patience)
        trial.yield()
      } while isUntold
    }
    let end = Task(executorPreference: loop) { [loop] in
      guard let deadline else { return }
      try await loop.sleep(until: deadline)
      trial.finish()
    }
    defer {
      patience.cancel()
      end.cancel()
    }
    for await _ in tries {
      if let client = try? connect() { return client }
    }
    _ = consume arrivals
    if let deadline, deadline <= .now { return nil }
    throw Failure(status: .unreachable, reason: "cannot connect to '\(socket)': nobody waits for the daemon any more")
  }

  private func watchArrivals(_ tell: @escaping @Sendable () -> Void) throws(Failure) -> Watch? {
    guard let file else { return nil }
    do throws(SystemError) {
      return try loop.onArrival(at: file, callback: tell)
    } catch {
      throw Failure(status: .refused, reason: "\(error)")
    }
  }
}
