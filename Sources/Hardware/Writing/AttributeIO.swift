import EventLoop

/// Access to the attributes of lights, the threads that use it, and the clock for their retries.
public struct AttributeIO: Sendable {
  public var attributes: any Attributes
  /// Makes the executor of one light's jobs: with a thread for each light, a driver that blocks holds up neither the loop nor the other
  /// lights. Without a thread the loop does the job: a delayed loop is better than a light that stays wrong.
  public var jobs: @Sendable () -> any JobExecutor
  public var deadlines: Deadlines?

  public init(
    attributes: any Attributes,
    jobs: @escaping @Sendable () -> any JobExecutor,
    deadlines: Deadlines? = nil
  ) {
    (self.attributes, self.jobs, self.deadlines) = (attributes, jobs, deadlines)
  }

  /// Writes sysfs files, with a thread for each light.
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
  /// The number of the machine's latest uevent; nil where none are counted.
  func newestEvent() -> UInt64?
}

extension Attributes {
  func number(of file: AttributeFile) throws(LightError) -> Int {
    try file.number(in: text(of: file))
  }
}

public struct Sysfs: Attributes {
  private let events: AttributeFile

  /// `root` is the folder that stands for `/sys`.
  public init(root: String) {
    events = AttributeFile(path: "\(root)/kernel/uevent_seqnum")
  }

  public func text(of file: AttributeFile) throws(LightError) -> String { try file.text() }

  public func write(_ text: String, to file: AttributeFile) throws(LightError) { try file.write(text) }

  public func newestEvent() -> UInt64? { (try? events.text()).flatMap(UInt64.init) }
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
    (self.now, self.at) = (now, at)
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
