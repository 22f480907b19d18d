import Brightness
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import ComposableTesting
import DDC
import DDCTesting
import Glibc
import Hardware
import HardwareTesting
import Service
import StateFiles
import Synchronization

@testable import Daemon

/// A daemon on a fake tree of lights; the test steps its loop, write jobs and time.
final class TestDaemon {
  let files: FaultyFiles
  let time = SteppedTime()
  /// The thread that reads the light sensor; another one for each process.
  private(set) var sensorThread: SteppedThread
  /// The clock of scene timeouts.
  let clock = TestClock(executor: SteppedExecutor())
  let tree: FakeTree
  /// The workers of its monitors; nil for a daemon without monitors.
  let workers: SimulatedWorkers?
  private let folder: TemporaryFolder
  private let configuration: Configuration?
  private let isRecorded: Bool
  let clients = TestClients()
  /// Where connections are stored for the next start, if at all.
  let descriptorStore: TestDescriptorStore?
  var running: Running?
  /// Loops of killed processes.
  private var deadLoops: [EventLoop] = []

  /// Everything that is lost when the process dies.
  struct Running {
    let loop: EventLoop
    let records: RestoreRecordFile
    let writers: SteppedWriters
    let daemon: BrightnessDaemon
    let server: VarlinkServer
    /// Sessions without connections, by the test's numbers of their holders.
    var holders: [Int: SceneKey] = [:]
    var newestSession = 0
  }

  /// With a configuration, clients connect; without, the test calls the daemon directly.
  init(
    _ devices: [FakeDevice] = [Device.panel],
    serving configuration: Configuration? = nil,
    storingIn descriptorStore: TestDescriptorStore? = nil,
    isRecorded: Bool = false,
    monitors: [TestMonitor] = []
  ) throws {
    self.configuration = configuration
    self.isRecorded = isRecorded
    self.descriptorStore = descriptorStore
    tree = try FakeTree(devices)
    for monitor in monitors { try monitor.add(to: tree) }
    workers = monitors.isEmpty ? nil : SimulatedWorkers(tree.root, monitors)
    folder = try TemporaryFolder()
    files = FaultyFiles(root: tree.root)
    sensorThread = SteppedThread(time)
    try start()
  }

  /// Starts the daemon, which finds the lights and does pending restores.
  func start(_ log: Lines = Lines(), level: LogLevel = .warning) throws {
    try begin(log, descriptorStore, level)
    serve()
  }

  /// The same, without a descriptor store.
  func startWithoutStore(_ log: Lines) throws {
    try begin(log, nil)
    serve()
  }

  /// Starts the daemon as far as it gets before it serves restored sessions.
  func begin() throws {
    try begin(Lines(), descriptorStore)
  }

  private func serve() {
    subject.assumeIsolated { $0.serveRestored() }
    runUntilIdle()
  }

  private func begin(_ log: Lines, _ descriptorStore: TestDescriptorStore?, _ level: LogLevel = .warning) throws {
    let loop = try EventLoop()
    let records = try RestoreRecordFile.open(state, lasting: workers == nil ? nil : lasting)
    let writers = SteppedWriters()
    let attributes = AttributeIO(
      attributes: files,
      jobs: { writers.add() },
      deadlines: time.deadlines,
      monitors: workers.map { workers in
        MonitorAccess(marks: ContactMarks(beside: records)) { () throws(LinkError) in try workers.connect() }
      }
    )
    let origin = FakeTreeOrigin(root: tree.root)
    sensorThread = SteppedThread(time)
    let daemon = try BrightnessDaemon.at(
      self,
      origin,
      on: loop,
      records,
      attributes,
      .stepped(time, sensorThread) { (file) throws(LightError) in try file.text() },
      configuration ?? Configuration(),
      log,
      level,
      descriptorStore,
      isRecorded ? Recorder(recording) : nil
    )
    var inherited = try descriptorStore?.passedDescriptors() ?? InheritedDescriptors()
    let server = try daemon.assumeIsolated { try $0.start(adopting: &inherited) }
    running = Running(loop: loop, records: records, writers: writers, daemon: daemon, server: server)
    runUntilIdle()
  }

  /// Kills the process, with all that it had.
  func kill() {
    if let running { deadLoops.append(running.loop) }
    running = nil
  }

  /// Kills the process, and with it all that does not outlive the machine.
  func reboot() throws {
    kill()
    for name in try Folder.names(in: state) { unlink("\(state)/\(name)") }
    try start()
  }

  /// Lets the sensor's threads end, and the tasks that wait for a turn of their loop. Each would
  /// keep its loop open, and with it three descriptors. A killed process does not do this, because
  /// what a task does at its end would happen after the death of the process.
  deinit {
    kill()
    time.pass(.zero)
    for loop in deadLoops {
      for _ in 0..<8 { Self.takeTurn(of: loop) }
    }
  }

  var state: String { "\(folder.path)/state" }
  var lasting: String { "\(folder.path)/lasting" }
  var root: String { tree.root }
  /// Where the actions are recorded, if they are.
  var recording: String { "\(folder.path)/recording" }
  var subject: BrightnessDaemon { running!.daemon }
  var core: Core.State { subject.assumeIsolated { $0.state } }
  var lights: VisibleLights { VisibleLights(core) }
  var restores: [PendingRestore] { running!.records.restores }
  var corruptRecord: StateFileError? { running!.records.corruptRecord }

  /// Runs turns of the loop and jobs until only timers are left.
  func runUntilIdle() {
    // A call is read in one turn, carried out in the next, and its reply read in one more.
    let turns = configuration == nil ? 1 : 4
    repeat { for _ in 0..<turns { takeTurn() } } while !files.isDead && running!.writers.step()
  }

  func takeTurn() {
    Self.takeTurn(of: running!.loop)
  }

  private static func takeTurn(of loop: EventLoop) {
    loop.perform { loop.stop() }
    loop.run()
  }

  /// Carries out one job of one light, and lets the others hang.
  @discardableResult
  func step(_ light: Int) -> Bool {
    takeTurn()
    defer { takeTurn() }
    return running!.writers.step(light)
  }

  /// Advances the time in steps, and carries out each job as it is due.
  func pass(_ duration: Duration, by step: Duration = .milliseconds(10)) {
    var left = duration
    while left > .zero {
      time.pass(min(left, step))
      left -= step
      runUntilIdle()
    }
  }

  /// Whether there is no job and no timer.
  var isIdle: Bool { time.deadlineCount == 0 && running!.loop.timerCount == 0 && running!.writers.areIdle }
}

/// The lights as clients see them.
struct VisibleLights {
  private let state: Core.State

  init(_ state: Core.State) {
    self.state = state
  }

  var ids: [LightID] { state.visibleLights.map(\.id) }

  subscript(light: LightID) -> LightView? { state.view(of: light) }

  func claims(on light: LightID) -> [ClaimInForce] { state.lights[light]?.claims ?? [] }
}

enum Device {
  static let panel = FakeDevice.backlight("panel", level: 60, in: "devices/platform/a")
  static let monitor = FakeDevice.backlight("ddcci5", level: 30, in: "devices/platform/b")
  static let keyboard = FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1)
  /// In a room with 300 lux.
  static let lightSensor = FakeDevice.lightSensor(0, ["in_illuminance_input": .text("300\n")])
}

extension FakeDevice {
  var id: LightID { LightID("\(subsystem)/\(name)")! }
}

func percent(_ percent: Double) -> Share { (try? Share(percent: percent)) ?? .nothing }
