import Brightness
import ComposableTesting
import EventLoop
import Glibc
import Hardware
import HardwareTesting
import Synchronization
import Varlink

@testable import Daemon

/// A machine with lights in a fake tree, and a daemon's keeper on it, or a whole daemon that serves; loop, errands and time go on when the test says so.
final class Desk {
  let files: FaultyFiles
  let time = SteppedTime()
  /// What scenes expire by.
  let clock = TestClock(executor: SteppedExecutor())
  let tree: FakeTree
  private let folder: TemporaryFolder
  private let news = Journal()
  private let configuration: Configuration?
  let visitors = Visitors()
  /// Where connections are kept for the next start, if they are.
  let cloakroom: Cloakroom?
  private(set) var running: Running?

  /// Everything that goes when the process dies.
  struct Running {
    let loop: EventLoop
    let keeper: LightKeeper
    let records: DebtFile
    let hands: Hands
    let service: Served?
  }

  /// A daemon, and where clients connect to it.
  struct Served {
    let daemon: BrightnessDaemon
    let server: VarlinkServer
  }

  /// With a configuration a daemon serves; else a keeper is all there is.
  init(
    _ devices: [FakeDevice] = [Device.panel],
    serving configuration: Configuration? = nil,
    keepingIn cloakroom: Cloakroom? = nil
  ) throws {
    self.configuration = configuration
    self.cloakroom = cloakroom
    tree = try FakeTree(devices)
    folder = try TemporaryFolder()
    files = FaultyFiles(root: tree.root)
    try start()
  }

  /// The program starts, finds the lights and pays what it owes.
  func start(_ log: Lines = Lines()) throws {
    try start(log, cloakroom)
  }

  /// The same, with nobody who keeps connections.
  func startAlone(_ log: Lines) throws {
    try start(log, nil)
  }

  private func start(_ log: Lines, _ cloakroom: Cloakroom?) throws {
    let loop = try EventLoop()
    let records = try DebtFile.open(state)
    let hands = Hands()
    let hand = Hand(attributes: files, errands: { hands.add() }, deadlines: time.deadlines)
    let origin = FakeTreeOrigin(root: tree.root)
    if let configuration {
      let daemon = BrightnessDaemon.at(self, origin, on: loop, records, hand, configuration, log, cloakroom)
      try serve(daemon, records, hands, try cloakroom?.handedOver() ?? InheritedDescriptors())
    } else {
      let keeper = LightKeeper(origin, on: loop, records: records, hand: hand) { [news] in news.write($0) }
      running = Running(loop: loop, keeper: keeper, records: records, hands: hands, service: nil)
      try keeper.assumeIsolated { try $0.begin() }
    }
    goOn()
    running?.service?.daemon.assumeIsolated { $0.serveRestored() }
    goOn()
  }

  private func serve(
    _ daemon: BrightnessDaemon,
    _ records: DebtFile,
    _ hands: Hands,
    _ inherited: consuming InheritedDescriptors
  ) throws {
    let server = try daemon.assumeIsolated { try $0.begin(&inherited) }
    let keeper = daemon.assumeIsolated { $0.keeper }
    let service = Served(daemon: daemon, server: server)
    running = Running(loop: daemon.loop, keeper: keeper, records: records, hands: hands, service: service)
  }

  /// The process is killed; nothing of it goes on.
  func kill() {
    running = nil
  }

  var state: String { "\(folder.path)/state" }
  var root: String { tree.root }
  var keeper: LightKeeper { running!.keeper }
  var lights: Lights { keeper.assumeIsolated { $0.lights } }
  var debts: [Debt] { running!.records.debts }
  var doubt: LightError? { running!.records.doubt }

  /// Takes turns of the loop and carries out errands until there is nothing to do but to wait for time.
  func goOn() {
    // What a client says is heard in one turn, carried out in the next, and the answer read in one more.
    let turns = configuration == nil ? 1 : 4
    repeat { for _ in 0..<turns { takeTurn() } } while !files.isDead && running!.hands.step()
  }

  func takeTurn() {
    let loop = running!.loop
    loop.perform { loop.stop() }
    loop.run()
  }

  /// Carries out one errand of one light, and lets the others hang.
  @discardableResult
  func step(_ light: Int) -> Bool {
    takeTurn()
    defer { takeTurn() }
    return running!.hands.step(light)
  }

  /// Lets time pass, in which everything is carried out as soon as it is due.
  func pass(_ duration: Duration) {
    var left = duration
    while left > .zero {
      time.pass(min(left, .milliseconds(10)))
      left -= .milliseconds(10)
      goOn()
    }
  }

  /// Whether nothing is to be done, now or later.
  var isIdle: Bool { time.deadlineCount == 0 && running!.loop.timerCount == 0 && running!.hands.areIdle }

  /// What the keeper told since the last time.
  func takeNews() -> [KeeperNews] { news.take() }
}

enum Device {
  static let panel = FakeDevice.backlight("panel", level: 60, in: "devices/platform/a")
  static let monitor = FakeDevice.backlight("ddcci5", level: 30, in: "devices/platform/b")
  static let keyboard = FakeDevice.led("tpacpi::kbd_backlight", maximum: 3, level: 1)
}

extension FakeDevice {
  var id: Brightness.LightID { Brightness.LightID("\(subsystem)/\(name)") }
}

func owner(_ session: Int) -> ClaimOwner { ClaimOwner(session: SessionID(session), scene: SceneID(1)) }

func percent(_ percent: Double) -> Share { (try? Share(percent: percent)) ?? .nothing }
