import BrightnessEventLoop
import BrightnessModel
import Glibc
import StateFiles
import Synchronization

/// Reads and writes one light.
///
/// Each call goes to the state machine `WriterState`, which decides what is next and does no I/O. A
/// job it begins runs on the light's thread (`WriteJob.swift`), because a driver may block a read
/// or a write for any time. The result returns to the loop and to the state machine, which reports
/// it to the owner or begins the next job. There is one job at a time. Of the requests that arrive
/// meanwhile, only the newest counts.
///
/// An actor on the loop for the reason that `LoopActor` gives.
public actor LightWriter: LoopActor {
  public nonisolated let loop: EventLoop
  private let environment: JobEnvironment
  private let jobs: any JobExecutor
  private let deadlines: Deadlines
  private let receive: @Sendable (WriterReport) -> Void
  private var state: WriterState
  private var watch: HardwareWatch?
  private var alarm: (deadline: LoopClock.Instant, cancel: Deadlines.Cancel)?

  /// `recorded` is the light's restore record. `receive` is called on the loop.
  public init(
    _ light: DiscoveredLight,
    on loop: EventLoop,
    through attributes: any Attributes,
    jobs: any JobExecutor,
    records: any RestoreRecords,
    recorded: PendingRestore? = nil,
    wear: WearBudget = WearBudget(),
    deadlines: Deadlines? = nil,
    _ receive: @escaping @Sendable (WriterReport) -> Void
  ) {
    let deadlines = deadlines ?? .of(loop)
    self.loop = loop
    self.jobs = jobs
    self.deadlines = deadlines
    self.receive = receive
    environment = JobEnvironment(attributes: attributes, records: records, now: deadlines.now)
    state = WriterState(light, recorded: recorded, wear: wear, at: deadlines.now())
  }

  isolated deinit {
    environment.isReleased.value.store(true, ordering: .releasing)
    alarm?.cancel()
  }

  /// Reads the level, and watches for changes by the hardware itself where the driver reports them.
  public func readFirst() {
    listen()
    read()
  }

  /// Reads a monitor for the first time, or again after that failed. With `isAwaited`, retries
  /// until it succeeds or `cancelFirstReading` is called.
  public func startFirstReading(isAwaited: Bool) {
    change { $0.startFirstReading(isAwaited: isAwaited, at: $1) }
  }

  /// A monitor shows no picture now.
  public func markDark() {
    change { state, _ in state.markDark() }
  }

  /// A monitor shows a picture now. Reads it if it was dark since it last answered.
  public func markLit() {
    change { $0.markLit(at: $1) }
  }

  /// Stops the retries of the first reading: nothing waits for it any more.
  public func cancelFirstReading() {
    change { state, _ in state.cancelFirstReading() }
  }

  /// Drops the restore record of an earlier boot: the monitor shows another level than the one that
  /// we left.
  public func dropRecord() {
    change { state, _ in state.recorded = nil }
  }

  public var wear: WearBudget? { state.monitor?.wear }

  /// Replaces the pending request. A job in flight is finished first.
  public func apply(_ request: TargetRequest) {
    change { $0.apply(request, at: $1) }
  }

  /// Reads the level, and reports a change by someone else; the first reading is reported in any
  /// case.
  public func read(_ event: ChangeEvent = ChangeEvent()) {
    change { $0.read(event, at: $1) }
  }

  /// Replaces the device or its properties. If it is another device or has another range, reads the
  /// level and drops earlier requests.
  public func update(_ light: DiscoveredLight) {
    change { $0.update(light, at: $1) }
    listen()
  }

  /// Reads the level as if the device was just added, and drops earlier requests: the machine
  /// resumed from suspend.
  public func resume(after sleep: Duration) {
    change { $0.resume(at: $1, after: sleep) }
  }

  private func change(_ change: (inout WriterState, LoopClock.Instant) -> Void) {
    change(&state, deadlines.now())
    for act in state.takeOutputs() {
      switch act {
      case .start(let job): start(job)
      case .notify(let report): receive(report)
      case .close: environment.attributes.close()
      }
    }
    guard alarm?.deadline != state.deadline else { return }
    alarm?.cancel()
    alarm = state.deadline.map { deadline in
      let cancel = deadlines.at(deadline) { [weak self] in
        self?.assumeIsolated { writer in
          writer.alarm = nil
          writer.change { $0.handleDeadline(at: $1) }
        }
      }
      return (deadline, cancel)
    }
  }

  private func start(_ job: WriteJob) {
    jobs.perform { [weak self, loop, environment] in
      let report = WriteJobRun.report(of: job, in: environment)
      loop.perform { [weak self] in
        self?.assumeIsolated { writer in writer.change { $0.finishJob(report, at: $1) } }
      }
    }
  }

  private func listen() {
    watch = state.light.files.changedByHardware.flatMap { file in
      HardwareWatch(opening: file, on: loop) { [weak self] event in
        self?.assumeIsolated { event == .removed ? $0.watch = nil : $0.read(ChangeEvent([.hotkey])) }
      }
    }
  }
}

/// Watches `brightness_hw_changed` of an LED, which the kernel notifies when the hardware changed
/// the level by itself. Unlike `actual_brightness` of a backlight, this file is read from memory:
/// reading it on the loop does not block.
final class HardwareWatch: Sendable {
  enum Event: Hashable, Sendable {
    case moved
    /// The device was removed; no further events follow.
    case removed
  }

  private let watched: WatchedDescriptor

  /// Nil if the file cannot be polled, such as a file of a fake tree.
  convenience init?(opening file: AttributeFile, on loop: EventLoop, _ notify: @escaping @Sendable (Event) -> Void) {
    guard let descriptor = try? Descriptor(opening: file.path, O_RDONLY) else { return nil }
    try? self.init(descriptor, on: loop, notify)
  }

  init(_ file: consuming Descriptor, on loop: EventLoop, _ notify: @escaping @Sendable (Event) -> Void)
    throws(SystemError)
  {
    let file = Box(file)
    // A sysfs attribute that was never read polls as changed.
    _ = Self.isThere(file.value)
    watched = try watch(duplicateOf: file.value.number, for: .urgent, on: loop) {
      notify(Self.isThere(file.value) ? .moved : .removed)
    }
  }

  /// Reads from the start of the file, which resets its poll state in kernfs.
  private static func isThere(_ file: borrowing Descriptor) -> Bool {
    lseek(file.number, 0, SEEK_SET)
    var byte: UInt8 = 0
    // ENODATA: the hardware has not changed the level yet.
    return read(file.number, &byte, 1) >= 0 || errno == ENODATA
  }
}

/// Reports of a light's writer to its owner.
public enum WriterReport: Hashable, Sendable {
  /// The device reported this range, and shows a level in it; `found` follows. Earlier requests are
  /// dropped.
  case measured(maximum: Int, raw: Int)
  /// The light was at the expected level. A write was attempted, and the request is not done.
  case attempted
  /// The newest request is done. The light shows its target, or the nearest level that the hardware
  /// has.
  case wrote(Int, shows: Int)
  /// The restore record is as the newest request wants it; there was nothing to write.
  case recorded
  /// The level was read and nothing written: the first reading, or not the level that a request
  /// expected.
  case found(Int)
  /// The level of a monitor after a sleep, if it is another one than before. It is not a choice of
  /// the user.
  case woke(Int)
  /// A desktop has put the light back to this level, from which we had moved it. It is not a choice
  /// of the user, and the newest request has no write left that would correct it.
  case displaced(Int)
  /// Someone else changed the level; earlier requests are dropped.
  case moved(to: Int, by: ChangeSource)
  /// systemd-backlight wrote its saved level, as it does just after the device was added.
  case restoredBySystem(to: Int)
  case refused(LightError, RetryTrigger)
  /// The restore record could not be written, so the level was not written either; both are
  /// retried.
  case unrecorded(StateFileError)
  /// The light is restored, but clearing its record failed and is retried.
  case uncleared(StateFileError)
  /// A job has been in flight for long.
  case hangs
  case answers
  /// The kernel refused a level within the known range: the device has to be read again.
  case outOfRange
}

/// What triggers the next try after a failure. A new request is always tried at once.
public enum RetryTrigger: Hashable, Sendable {
  /// A timer with increasing delays, or an event.
  case backoff
  /// A timer of one minute, after a long time of failures, or an event.
  case minuteTimer
  case event
  /// An event of the device itself, such as its return.
  case deviceEvent
  case newRequest
}
