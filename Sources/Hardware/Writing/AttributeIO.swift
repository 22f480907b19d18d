import BrightnessEventLoop

/// Access to the attributes of lights, the threads that use it, and the clock for their retries.
public struct AttributeIO: Sendable {
  public var attributes: any Attributes
  /// Makes the executor of one light's jobs. With a thread for each light, a driver that blocks
  /// delays neither the loop nor the other lights. If no thread can be made, the loop does the job:
  /// a delayed loop is better than a wrong light.
  public var jobs: @Sendable () -> any JobExecutor
  public var deadlines: Deadlines?
  /// How monitors are reached; nil for a daemon without them.
  public var monitors: MonitorAccess?

  public init(
    attributes: any Attributes,
    jobs: @escaping @Sendable () -> any JobExecutor,
    deadlines: Deadlines? = nil,
    monitors: MonitorAccess? = nil
  ) {
    self.attributes = attributes
    self.jobs = jobs
    self.deadlines = deadlines
    self.monitors = monitors
  }

  public static func files(of origin: any LightOrigin) -> AttributeIO {
    AttributeIO(attributes: Sysfs(root: origin.root), jobs: { JobThread() })
  }

  /// Writes sysfs files, and asks logind to write those that the process may not.
  public static func filesOrLogind(of origin: any LightOrigin) -> AttributeIO {
    AttributeIO(attributes: FilesOrLogind(Sysfs(root: origin.root), else: Logind()), jobs: { JobThread() })
  }
}

/// Reads and writes attributes; tests use a fake kernel.
public protocol Attributes: Sendable {
  func text(of file: AttributeFile) throws(LightError) -> String
  func write(_ text: String, to file: AttributeFile) throws(LightError)
  /// The number of the machine's latest uevent; nil without such a counter.
  func newestEvent() -> UInt64?
  /// The level in a file, with its maximum if the device reports that with each reading.
  func reading(of file: AttributeFile) throws(LightError) -> RawReading
  /// The same attributes for one job that writes this level, which may keep its file open.
  func forJob(writing level: AttributeFile) -> any Attributes
  /// Closes what is kept open between two jobs.
  func close()
}

public struct RawReading: Hashable, Sendable {
  public var raw: Int
  public var maximum: Int?

  public init(_ raw: Int, of maximum: Int? = nil) {
    self.raw = raw
    self.maximum = maximum
  }
}

extension Attributes {
  public func reading(of file: AttributeFile) throws(LightError) -> RawReading { RawReading(try number(of: file)) }

  public func forJob(writing level: AttributeFile) -> any Attributes { self }

  public func close() {}

  func number(of file: AttributeFile) throws(LightError) -> Int {
    try file.number(in: text(of: file))
  }
}

public struct Deadlines: Sendable {
  public typealias Cancel = @Sendable () -> Void

  public var now: @Sendable () -> LoopClock.Instant
  /// Calls back on the loop once the deadline has passed, unless cancelled before.
  public var at: @Sendable (_ deadline: LoopClock.Instant, _ callback: @escaping @Sendable () -> Void) -> Cancel

  public init(
    now: @escaping @Sendable () -> LoopClock.Instant,
    at: @escaping @Sendable (LoopClock.Instant, @escaping @Sendable () -> Void) -> Cancel
  ) {
    self.now = now
    self.at = at
  }

  public static func of(_ loop: EventLoop) -> Deadlines {
    Deadlines(
      now: { .now },
      at: { deadline, callback in
        let timer = loop.at(deadline, callback)
        return { loop.cancel(timer) }
      }
    )
  }
}
