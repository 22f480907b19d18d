import Brightness
import EventLoop
import Glibc
import Hardware
import HardwareTesting
import Synchronization

@testable import Daemon

/// A machine with lights in a fake tree, and a daemon's keeper on it; loop, errands and time go on when the test says so.
final class Desk {
  let files: FaultyFiles
  let time = SteppedTime()
  private let tree: FakeTree
  private let folder: TemporaryFolder
  private let news = Journal()
  private var running: Running?

  /// Everything that goes when the process dies.
  private struct Running {
    let loop: EventLoop
    let keeper: LightKeeper
    let records: DebtFile
    let hands: Hands
  }

  init(_ devices: [FakeDevice] = [Device.panel]) throws {
    tree = try FakeTree(devices)
    folder = try TemporaryFolder()
    files = FaultyFiles(root: tree.root)
    try start()
  }

  /// The program starts, finds the lights and pays what it owes.
  func start() throws {
    let loop = try EventLoop()
    let records = try DebtFile.open(state)
    let hands = Hands()
    let hand = Hand(attributes: files, errands: { hands.add() }, deadlines: time.deadlines)
    let keeper = LightKeeper(FakeTreeOrigin(root: tree.root), on: loop, records: records, hand: hand) { [news] in
      news.write($0)
    }
    running = Running(loop: loop, keeper: keeper, records: records, hands: hands)
    try keeper.assumeIsolated { try $0.begin() }
    goOn()
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
    repeat { takeTurn() } while !files.isDead && running!.hands.step()
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

/// What happens to the machine.
extension Desk {
  func level(_ device: FakeDevice = Device.panel) -> Int? {
    let text = try? tree.text("\(device.path)/brightness")
    return text.flatMap { Int($0.split(separator: "\n").first ?? "") }
  }

  /// Somebody else moves a light, and the kernel says so.
  func move(_ device: FakeDevice = Device.panel, to level: Int, by source: ChangeSource = .sysfs) throws {
    try moveInSilence(device, to: level)
    try send("change", device, ["SOURCE=\(source.rawValue)"])
    goOn()
  }

  func moveInSilence(_ device: FakeDevice = Device.panel, to level: Int) throws {
    try tree.put(.text("\(level)\n"), at: "\(device.path)/brightness")
  }

  func send(_ action: String, _ device: FakeDevice = Device.panel, _ more: [String] = []) throws {
    try tree.send(action, device, more)
  }

  func unplug(_ device: FakeDevice = Device.panel) throws {
    try unplugSilently(device)
    goOn()
  }

  func plug(_ device: FakeDevice = Device.panel) throws {
    try plugSilently(device)
    goOn()
  }

  /// The same, with nothing carried out yet.
  func plugSilently(_ device: FakeDevice) throws {
    try tree.add(device)
    try send("add", device)
  }
}

/// What is asked of the daemon.
extension Desk {
  @discardableResult
  func hold(
    _ session: Int,
    _ wish: Wish,
    of selector: LightSelector = .picture,
    _ onChange: ChangePolicy = .yield,
    fade: Duration? = nil
  ) -> Answers {
    let answers = beginHold(session, wish, of: selector, onChange, fade: fade)
    goOn()
    return answers
  }

  /// The same, with nothing carried out yet.
  @discardableResult
  func beginHold(
    _ session: Int,
    _ wish: Wish,
    of selector: LightSelector = .picture,
    _ onChange: ChangePolicy = .yield,
    fade: Duration? = nil
  ) -> Answers {
    let answers = Answers()
    let scene = ClaimedScene(owner(session), [Claim(wish, of: selector)], onChange: onChange)
    keeper.assumeIsolated { $0.claim(scene, fade: fade) { answers.note($0) } }
    return answers
  }

  func release(_ session: Int) {
    keeper.assumeIsolated { $0.release(owner(session)) }
    goOn()
  }

  @discardableResult
  func set(_ level: Level, of device: FakeDevice = Device.panel, fade: Duration? = nil) throws -> Answers {
    let answers = Answers()
    try keeper.assumeIsolated { keeper in
      _ = try keeper.set(device.id, to: level, fade: fade) { answers.note($0) }
    }
    goOn()
    return answers
  }

  func settle() -> Answers {
    let answers = Answers()
    keeper.assumeIsolated { $0.settle { answers.note($0) } }
    goOn()
    return answers
  }
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

/// The files below.
extension Desk {
  func put(_ number: Int, of device: FakeDevice = Device.panel, at file: String) throws {
    try tree.put(.text("\(number)\n"), at: "\(device.path)/\(file)")
  }

  /// Puts another device in the place of one, while nobody looks.
  func replace(_ device: FakeDevice, by other: FakeDevice) {
    tree.remove(device)
    try? tree.add(other)
  }

  func trouble(of device: FakeDevice = Device.panel) -> LightTrouble? {
    keeper.assumeIsolated { $0.trouble(of: device.id) }
  }
}

/// The record.
extension Desk {
  /// Puts a file where the folder of the record was, so that nothing can be recorded any more.
  func blockState() throws {
    for name in ["lock", "debts"] { _ = unlink("\(state)/\(name)") }
    try systemCall("remove", state) { rmdir(state) }
    try write("", to: state)
  }

  func overwriteDebts(with text: String) throws {
    try write(text, to: "\(state)/debts")
  }

  private func write(_ text: String, to path: String) throws {
    let bytes = Array(text.utf8)
    let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
    try systemCall("write", path) { Glibc.write(file.number, bytes, bytes.count) }
  }
}

/// What a random history does, with nothing carried out that it does not say.
extension Desk {
  func carryOut(_ number: Int) {
    takeTurn()
    _ = running!.hands.stepOne(number)
    takeTurn()
  }

  /// Lets time pass at once, and everything be carried out that came due.
  func leap(_ duration: Duration) {
    time.pass(duration)
    goOn()
  }

  func beginSet(_ level: Level, of device: FakeDevice, fade: Duration?) throws {
    try keeper.assumeIsolated { keeper in _ = try keeper.set(device.id, to: level, fade: fade) { _ in } }
  }

  func unplugSilently(_ device: FakeDevice) throws {
    tree.remove(device)
    try send("remove", device)
  }

  func isMet(_ device: FakeDevice) -> Bool {
    keeper.assumeIsolated { $0.kept[device.id]?.isMet == true }
  }

  func owes(_ device: FakeDevice) -> Bool { debt(of: device) != nil }

  func debt(of device: FakeDevice) -> Debt? {
    debts.first { $0.light.description == device.id.description }
  }

  func claimCount(of device: FakeDevice) -> Int { lights.claims(on: device.id).count }
}
