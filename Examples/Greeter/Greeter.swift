import BrightnessEventLoop
import Glibc

actor Greeter {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private var input: WatchedDescriptor?

  init(_ loop: EventLoop) { self.loop = loop }

  func begin() throws {
    input = try loop.watch(Descriptor(duplicating: STDIN_FILENO), for: .readable) { _ in
      self.assumeIsolated { $0.answer() }
    }
  }

  private func answer() {
    print("hello")
    input = nil
    loop.after(.seconds(1)) { self.loop.stop() }
  }
}

@main struct Program {
  static func main() throws {
    let loop = try EventLoop()
    let quit = try loop.onSignals([SIGTERM, SIGINT]) { _ in loop.stop() }
    let greeter = Greeter(loop)
    Task(executorPreference: loop) { try await greeter.begin() }
    loop.run()
    _ = consume quit
  }
}
