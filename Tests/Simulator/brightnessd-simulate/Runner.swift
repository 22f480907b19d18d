import Glibc
import HardwareTesting
import SimulatedKernel

/// Runs histories in processes of their own: a daemon that traps ends only that one.
enum Runner {
  struct Failure {
    let history: Int
    let violation: String
  }

  /// The progress of a process, in memory that it shares.
  private struct Progress {
    var steps = 0
    var history = 0
    var tally = World.Tally()
  }

  /// Seconds of the processor, and of all in which it may wait for the processor: its process is
  /// ended by SIGPROF or SIGALRM then.
  private static let (longestWork, longestHistory): (Int, UInt32) = (10, 120)

  /// Runs one history after the other, until one fails or there were enough steps; calls `progress`
  /// now and then.
  static func runAll(_ histories: (Int) -> [Step], atMost steps: Int?, progress: (Int, World.Tally, Double) -> Void)
    -> Failure?
  {
    let shared = share_memory(MemoryLayout<Progress>.size)!.bindMemory(to: Progress.self, capacity: 1)
    shared.pointee = Progress()
    let began = seconds()
    var reported = began
    let violation = forked {
      while steps.map({ shared.pointee.steps < $0 }) ?? true {
        let history = histories(shared.pointee.history)
        if let violation = violationHere(by: history, after: { shared.pointee.tally.add($0.tally) }) {
          return violation
        }
        shared.pointee.steps += history.count
        shared.pointee.history += 1
      }
      return nil
    } meanwhile: {
      guard seconds() - reported >= (isatty(STDOUT_FILENO) == 1 ? 1 : 10) else { return }
      reported = seconds()
      progress(shared.pointee.steps, shared.pointee.tally, reported - began)
    }
    progress(shared.pointee.steps, shared.pointee.tally, seconds() - began)
    return violation.map { Failure(history: shared.pointee.history, violation: $0) }
  }

  /// The guarantee that one history breaks.
  static func violation(by history: [Step]) -> String? {
    forked {
      violationHere(by: history)
    } meanwhile: {
    }
  }

  /// The same in this process; `prepare` may change the world before it begins.
  static func violationHere(
    by history: [Step],
    after: (World) -> Void = { _ in },
    _ prepare: (World) -> Void = { _ in }
  ) -> String? {
    limitTime()
    let folder = "/dev/shm/brightnessd-simulate-\(getpid())"
    removeTree(folder)
    mkdir(folder, 0o700)
    defer { removeTree(folder) }
    guard let world = try? World(history, in: folder) else { return "the world could not be made in \(folder)" }
    defer { after(world) }
    return world.run { prepare(world) }
  }

  private static func limitTime() {
    var work = itimerval()
    work.it_value.tv_sec = longestWork
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &work, nil)
    alarm(longestHistory)
  }

  /// Calls `body` in another process, and returns what it returns, or how the process ended.
  static func forked(_ body: () -> String?, meanwhile: () -> Void = {}) -> String? {
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    let process = fork_process()
    if process == 0 {
      blockSignals()
      let text = body() ?? ""
      write(ends[1], text, text.utf8.count)
      _exit(0)
    }
    close(ends[1])
    defer { close(ends[0]) }
    var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 250) == 0 { meanwhile() }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(ends[0], &bytes, bytes.count)
    var status: CInt = 0
    waitpid(process, &status, 0)
    removeTree("/dev/shm/brightnessd-simulate-\(process)")
    if status & 0x7f != 0 { return "the process of the daemon was ended by signal \(status & 0x7f)" }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// The daemon's signals, which it takes from a descriptor.
  private static func blockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGHUP, SIGUSR1] { sigaddset(&signals, number) }
    sigprocmask(SIG_BLOCK, &signals, nil)
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension World.Tally {
  fileprivate mutating func add(_ other: World.Tally) {
    (free, held, skipped) = (free + other.free, held + other.held, skipped + other.skipped)
    (failures, certainFailures) = (failures + other.failures, certainFailures + other.certainFailures)
    cancels += other.cancels
    changes = changes + other.changes
    missedChanges = missedChanges + other.missedChanges
    (adaptations, steady) = (adaptations + other.adaptations, steady + other.steady)
    answers += other.answers
    lateAnswers += other.lateAnswers
  }
}
