import BrightnessEventLoop
import ComposableCore
import Glibc

/// Shows on a real event loop how a light stays on by mistake, and how an effect restores it.
@main struct Demo {
  static func main() throws {
    let loop = try EventLoop()
    let run = DemoRun(loop)
    Task(executorPreference: loop) {
      await run.perform()
      loop.stop()
    }
    loop.run()
    exit(run.assumeIsolated { $0.mistakes } == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}
