import Composable
import EventLoop
import Glibc

/// Shows, on the real loop, how a light comes to stay on, and how it is brought back.
@main struct Demo {
  static func main() throws {
    let loop = try EventLoop()
    let stage = Stage(loop)
    Task(executorPreference: loop) {
      await stage.perform()
      loop.stop()
    }
    loop.run()
    exit(stage.assumeIsolated { $0.mistakes } == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}
