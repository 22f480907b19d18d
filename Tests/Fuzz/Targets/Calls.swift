import Brightness
import BrightnessEventLoop
import BrightnessModel
import Glibc
import HardwareTesting
import Service
import Synchronization

@testable import BrightnessVarlink
@testable import Daemon
@testable import Hardware

/// Bytes of clients, through a real socket, the daemon's table of methods and its core, with lights
/// made of files.
///
/// Control characters, which no call contains, are what else happens: another client sends from now
/// on, one leaves, the user changes a light, a light is plugged, time passes. At the end all
/// clients leave: every light shows its base level, and nothing is on record.
let calls: FuzzTarget = { bytes in
  let machine = try FuzzedMachine()
  for byte in bytes {
    switch byte {
    case 1...4: machine.sender = Int(byte) - 1
    case 5: machine.leave()
    case 6: machine.change(to: 10)
    case 7: machine.change(to: 77)
    case 8: machine.plug()
    case 11: machine.pass(.milliseconds(100))
    case 12: machine.pass(.seconds(40))
    case 14: machine.send()
    default: machine.add(byte)
    }
  }
  machine.send()
  machine.endAll()
  machine.check()
}

private let panel = FakeDevice.backlight("panel", level: 60, in: "devices/platform/a")
private let monitor = FakeDevice.backlight("ddcci5", level: 30, in: "devices/platform/b")
private let keyboard = FakeDevice.led("fuzz::kbd_backlight", maximum: 3, level: 1, in: "devices/platform/c")

/// Root, two members of the group that may change lights, and a user who may not.
private let users = [
  Peer(uid: 0, gid: 0, pid: getpid()), Peer(uid: 1000, gid: 1000, pid: getpid(), groups: [44]),
  Peer(uid: 1001, gid: 1001, pid: getpid(), groups: [44]), Peer(uid: 1002, gid: 1002, pid: getpid()),
]

/// The jobs of each light, and the user who connects next.
private final class Writers: Sendable {
  let peer = Mutex(users[0])
  private let jobs = Mutex<[SteppedJobs]>([])

  func add() -> SteppedJobs {
    let writer = SteppedJobs()
    jobs.withLock { $0.append(writer) }
    return writer
  }

  /// Carries out a job of the first light that has one.
  func step() -> Bool {
    jobs.withLock { $0 }.contains { $0.step() }
  }
}

/// The daemon in this process, on a tree that all inputs share, with time and write jobs that are
/// stepped.
private final class FuzzedMachine {
  private static let devices = [panel, monitor, keyboard]
  private static let files = Files(root: "\(temporary)/machine")
  private static let state = "\(temporary)/state"

  var sender = 1
  private let loop: EventLoop
  private let time = SteppedTime()
  private let writers = Writers()
  private var daemon: BrightnessDaemon!
  private var server: VarlinkServer!
  private let records: RestoreRecordFile
  private var sockets: [CInt] = [-1, -1, -1, -1]
  private var call: [UInt8] = []
  private var isMonitorPlugged = true

  init() throws {
    for device in Self.devices { try Self.files.add(device) }
    loop = try EventLoop()
    records = try RestoreRecordFile.open(Self.state)
    let origin = FakeTreeOrigin(root: Self.files.root)
    let attributeIO = AttributeIO(
      attributes: Sysfs(root: Self.files.root),
      jobs: { [writers] in writers.add() },
      deadlines: time.deadlines
    )
    daemon = BrightnessDaemon(
      origin,
      on: loop,
      records: records,
      policy: Policy(groups: [Group(name: "44", number: 44)]),
      log: Log(.error, style: .journal) { _ in true },
      attributeIO: attributeIO,
      identify: { [writers] _ throws(DaemonError) in writers.peer.withLock { $0 } }
    )
    server = try daemon.assumeIsolated { try $0.start() }
    run()
  }

  deinit {
    for socket in sockets where socket >= 0 { close(socket) }
  }

  func add(_ byte: UInt8) {
    call.append(byte)
    if byte == 0 { send() }
  }

  /// Sends what was added, and reads what has come.
  func send() {
    guard !call.isEmpty else { return }
    connect()
    var bytes = call[...]
    call = []
    repeat {
      let sent = bytes.withUnsafeBytes { Glibc.send(sockets[sender], $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      bytes = bytes.dropFirst(max(0, sent))
      run()
      var page = [UInt8](repeating: 0, count: 1 << 16)
      while read(sockets[sender], &page, page.count) > 0 { run() }
      if sent <= 0 { break }
    } while !bytes.isEmpty
  }

  func leave() {
    send()
    if sockets[sender] >= 0 { close(sockets[sender]) }
    sockets[sender] = -1
    run()
  }

  func change(to level: Int) {
    send()
    try? Self.files.put(.text("\(level)\n"), at: "\(panel.path)/brightness")
    try? Self.files.send("change", panel, ["SOURCE=hotkey"])
    run()
  }

  func plug() {
    send()
    if isMonitorPlugged { Self.files.remove(monitor) } else { try? Self.files.add(monitor) }
    isMonitorPlugged.toggle()
    try? Self.files.send(isMonitorPlugged ? "add" : "remove", monitor)
    run()
  }

  func pass(_ duration: Duration) {
    send()
    time.pass(duration)
    run()
  }

  func endAll() {
    if !isMonitorPlugged { plug() }
    for number in sockets.indices {
      sender = number
      leave()
    }
    // Each time one step of a fade is written.
    for _ in 0..<2000 where !daemon.assumeIsolated({ $0.state.isAtRest }) { pass(.seconds(3600)) }
  }

  func check() {
    let state = daemon.assumeIsolated { $0.state }
    expect(state.sessions.isEmpty, "sessions are left: \(state.sessions)")
    expect(state.scenesInForce.isEmpty, "claims are left: \(state.scenesInForce)")
    expect(records.restores.isEmpty, "restores are on record: \(records.restores)")
    let lights = state.visibleLights
    expect(lights.count == Self.devices.count, "the lights are \(lights)")
    for (device, light) in zip([monitor, panel, keyboard], lights) {
      let shown = try? Self.files.text("\(device.path)/brightness").split(separator: "\n").first.flatMap {
        Int($0)
      }
      expect(shown == light.base.setting.raw, "\(light.id) shows \(shown as Any), its base level is \(light.base)")
    }
  }

  private func connect() {
    guard sockets[sender] < 0 else { return }
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return }
    writers.peer.withLock { $0 = users[sender] }
    sockets[sender] = ends[1]
    _ = try? server.adopt(Descriptor(owning: ends[0]))
    run()
  }

  /// Runs turns of the loop and jobs until only timers are left.
  private func run() {
    repeat {
      for _ in 0..<4 {
        loop.perform { [loop] in loop.stop() }
        loop.run()
      }
    } while writers.step()
  }
}
