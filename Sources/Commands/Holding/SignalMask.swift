import Glibc

/// Which signals a thread keeps waiting.
struct SignalMask: Sendable {
  let set: sigset_t

  /// That of the calling thread.
  static var current: SignalMask {
    var set = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &set)
    return SignalMask(set: set)
  }

  /// Those signals that whoever has started the program does not want to be ignored, as `nohup` does.
  static func notIgnored(_ signals: [CInt]) -> [CInt] {
    signals.filter { signal in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { return true }
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1
    }
  }
}
