import BrightnessEventLoop

extension EventLoop {
  /// Takes a turn that never waits.
  func takeTurn() {
    perform { self.stop() }
    run()
  }
}
