import BrightnessEventLoop
import Glibc
import Programs

/// A program that waits for everything a loop can wait for, while nothing comes.
///
/// It writes one byte once all is under way: how many threads it had before it made the loop.
@main struct IdleLoop {
  static func main() throws {
    let threads = try threadCount()
    let loop = try EventLoop()
    let pipe = try Pipe()
    let watches = try Watches(loop)
    let descriptor = try loop.watch(pipe.reading, for: .readable) { _ in print("readable") }
    for hours in 1...10_000 { loop.after(.seconds(3600 * hours)) { print("late") } }
    Task(executorPreference: loop) { try await Resident(loop).waitForEver(announcing: threads) }

    loop.run()
    withExtendedLifetime(watches) {}
    _ = consume descriptor
    _ = consume pipe.writing
  }

  private static func threadCount() throws -> UInt8 {
    guard let folder = opendir("/proc/self/task") else { return 0 }
    defer { closedir(folder) }
    var count: UInt8 = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != UInt8(ascii: ".") { count += 1 }
    }
    return count
  }
}

/// The watches that no descriptor of ours stands behind.
private final class Watches: Sendable {
  private let signals: Watch
  private let parent: Watch
  private let clock: Watch

  init(_ loop: EventLoop) throws {
    signals = try loop.onSignals([SIGUSR1, SIGHUP]) { _ in print("signal") }
    parent = try loop.onEnd(ofProcess: getppid()) { _ in exit(0) }
    clock = try loop.onClockChange { _ in print("clock") }
  }
}

private actor Resident {
  private nonisolated let loop: EventLoop

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func waitForEver(announcing threads: UInt8) async throws {
    var threads = threads
    write(STDOUT_FILENO, &threads, 1)
    try await loop.sleep(until: .distantFuture)
  }
}
