import BrightnessModel
import Glibc
import HardwareTesting
import SimulatedKernel

/// Everything below and around the daemon, and what the model expects of it.
///
/// The daemon runs on this thread. Where it waits, and nothing is ready, the kernel's side calls
/// `sleeps`: the world does its next piece of work and returns, and the daemon handles what has
/// come of it.
final class World {
  /// Pieces of work of the step under way; each is called whenever the daemon sleeps, until it
  /// returns true.
  var agenda: [() -> Bool] = []
  /// Where work goes that a piece of work or a step adds.
  var place = 0
  var history: [Step]
  var next = 0
  var violation: String?
  /// How often threads were run in the step under way.
  var runs = 0
  var tally = Tally()

  let folder: String
  let kernel = simulation_state()!
  var lights = SimulatedLight.all()
  var clients: [SimulatedClient] = []
  var newestClient = 0
  /// The clients whose sessions had these numbers.
  var sessions: [Int: Int] = [:]
  /// Clients to which the daemon has sent something, by their numbers.
  var addressed: Set<Int> = []
  var seat = SimulatedSeat()
  var room = SimulatedRoom()
  /// The lights that clients have turned automatic brightness on for, by their names.
  var following: [String: Following] = [:]
  /// What the daemon has saved of it, as the model has seen it last.
  var automatic = AutomaticRecord()
  /// Whether that may be older than what the daemon knows.
  var isAutomaticStale = false
  /// The lights that have to stay where they are until something in the room changes.
  var calm: Set<String> = []
  /// When the base level of a light followed.
  var adaptations: [String: [Int64]] = [:]
  var service: ServiceManager
  var events = EventSocket()
  /// Number of the machine's latest uevent.
  var eventNumber = 1000
  var appearances = 0
  /// Whether the daemon has said that it is ready.
  var isServing = false
  /// Whether the daemon was struck in the middle of a step, so that the model does not know what it
  /// has done of it.
  var isUncertain = false
  /// Steps until the clients leave, after which the model is certain again.
  var uncertainSteps = 0
  /// Whether a call of the daemon has failed, so that it may not know everything.
  var isRepairDue = false
  /// The latest call of the daemon that has failed.
  var failed: String?
  /// Which of its errors the call gives that is to fail.
  var failureChoice = 0
  /// How often a thread may come to a light's file until it waits; nil for any number.
  var filesLeft: Int?
  /// The step after the daemon has ended.
  var sequel = Sequel.start(down: 0)
  /// Descriptors of the daemon without clients.
  var descriptors: Int32?

  struct Tally {
    /// How often a light was compared with the model, while it was free and while it was held, and
    /// how often it could not be.
    var free = 0
    var held = 0
    var skipped = 0
    /// System calls of the daemon that failed, and how many of these left the model certain.
    var failures = 0
    var certainFailures = 0
    /// Calls to end another session that had to.
    var cancels = 0
    /// How often the user has moved a light without waiting for the daemon, and how often that was
    /// in one of the named windows.
    var changes = 0
    var missedChanges = 0
    /// How often the base level of a light followed the light in the room, and how often it was
    /// compared with that after minutes of steady light.
    var adaptations = 0
    var steady = 0
    /// How often the desktop wrote another level than it had read.
    var answers = 0
    /// How often that was over another level than the one that it answered.
    var lateAnswers = 0
  }

  enum Sequel {
    case start(down: Int)
    case restore, reboot, over
  }

  init(_ history: [Step], in folder: String) throws {
    (self.history, self.folder) = (history, folder)
    service = try ServiceManager()
    try makeFolders()
  }

  deinit {
    for client in clients { client.disconnect() }
    events.close()
  }

  var now: Int64 {
    get { kernel.pointee.now }
    set { kernel.pointee.now = newValue }
  }

  func fail(_ message: @autoclosure () -> String) {
    if violation == nil { violation = message() }
  }
}

/// The files of the machine.
extension World {
  struct Files: FakeFiles {
    let root: String
  }

  var files: Files { Files(root: root) }
  var root: String { "\(folder)/sys" }
  var state: String { "\(folder)/state" }
  var configuration: String { "\(folder)/brightnessd.conf" }
  var seatFile: String { "\(root)/seats/seat0" }

  private func makeFolders() throws {
    for path in [
      root, "\(root)/class", "\(root)/class/backlight", "\(root)/class/leds", "\(root)/kernel", "\(root)/seats",
    ] {
      mkdir(path, 0o755)
    }
    try files.put(.text(""), at: "kernel/uevent_seqnum")
    for light in lights { try files.add(light.device) }
    try files.add(SimulatedRoom.sensor)
    configure(0)
    writeSeat()
  }

  /// Writes one of several configurations; the last one has an error, so that a reload keeps the
  /// former.
  func configure(_ number: Int) {
    let more = ["", "[Light backlight/ddcci5]\nAlias=desk\n", "[Light backlight/ddcci5]\nFloor=many\n"][number % 3]
    put("[Daemon]\nGroup=44\n\(more)", at: configuration)
  }

  func writeSeat() {
    put(seat.text, at: "\(root)/seats/.new")
    rename("\(root)/seats/.new", seatFile)
  }

  func put(_ text: String, at path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    _ = write(file, text, text.utf8.count)
    close(file)
  }

  func text(at path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
      String(decoding: buffer.prefix(max(0, read(file, buffer.baseAddress, buffer.count))), as: UTF8.self)
    }
  }

  /// The steps on record, by the names of their lights.
  var records: [String: Int] {
    guard let text = text(at: "\(state)/restore-records") else { return [:] }
    var found: [String: Int] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("light=") {
      let fields = line.split(separator: " ").map { $0.drop { $0 != "=" }.dropFirst() }
      guard fields.count > 3 else { continue }
      found[fields[0].split(separator: "%3A").joined(separator: ":")] = Int(fields[3])
    }
    return found
  }
}

/// Sends events of devices to the daemon, which may not listen.
struct EventSocket {
  private let number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)

  func close() { _ = Glibc.close(number) }

  func send(_ datagram: [UInt8], to path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(number, datagram, datagram.count, 0, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// Calls of the kernel's side.
extension World {
  /// Runs `body` with this world below the daemon.
  func simulate(_ body: () -> Void) {
    var functions = world()
    functions.context = Unmanaged.passUnretained(self).toOpaque()
    functions.sleeps = { World.at($0).sleeps() }
    functions.hangs = { World.at($0).hangs(String(cString: $1!), isWrite: $2 != 0) ? 1 : 0 }
    functions.sent = { context, client, _ in World.at(context).addressed.insert(Int(client)) }
    functions.read_level = { World.at($0).readLevel(String(cString: $1!), $2!, $3) }
    functions.write_level = { context, path, bytes, count in
      let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
      return World.at(context).writeLevel(String(cString: path!), text)
    }
    functions.failure_code = { World.at($0).codeOfFailure(String(cString: $1!)) }
    simulation_begin(&functions, root, 1_000_000_000_000)
    kernel.pointee.is_old = 1
    body()
    simulation_end()
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> World {
    Unmanaged.fromOpaque(context!).takeUnretainedValue()
  }

  func light(at path: String) -> Int? { lights.indices.first { path.hasSuffix(lights[$0].file) } }

  private func hangs(_ path: String, isWrite: Bool) -> Bool {
    if path.hasSuffix(SimulatedRoom.file) { return sensorHangs() }
    guard let light = light(at: path) else { return false }
    let waits = lights[light].hangs || filesLeft == 0
    lights[light].noteThread(waits: waits, beforeWrite: isWrite)
    if waits { return true }
    filesLeft = filesLeft.map { $0 - 1 }
    return false
  }

  private func sensorHangs() -> Bool {
    room.isWaiting = room.fault == .hangs || filesLeft == 0
    if !room.isWaiting { filesLeft = filesLeft.map { $0 - 1 } }
    return room.isWaiting
  }

  private func readLevel(_ path: String, _ bytes: UnsafeMutablePointer<CChar>, _ room: Int) -> Int {
    let number: Int
    if let light = light(at: path) {
      if case .unreadable(let code) = lights[light].fault { return -Int(code) }
      number = lights[light].shown
      noteRead(of: light)
    } else if path.hasSuffix(SimulatedRoom.file) {
      number = self.room.read()
      if number < 0 { return number }
    } else {
      number = eventNumber
    }
    let text = "\(number)\n"
    for (index, byte) in text.utf8.enumerated() { bytes[index] = CChar(byte) }
    return text.utf8.count
  }

  private func writeLevel(_ path: String, _ text: String) -> CInt {
    guard let light = light(at: path), let level = Int(text.split(separator: "\n").first ?? "") else { return EINVAL }
    noteAdaptations()
    checkWrite(of: level, to: light)
    noteWrite(of: level, to: light)
    eventNumber += 1
    let code = lights[light].write(level)
    if code != 0 || lights[light].fault != nil { noteFailure(of: light) }
    // The kernel sends an event for each write, ours included, but LEDs have none.
    if !lights[light].isLED { send("change", light, ["SOURCE=sysfs"]) }
    tellDesktop(of: light)
    return code
  }

  func noteFailure(of light: Int) {
    lights[light].needsChoice = true
    allowRetries(of: light)
  }

  /// A file of the light has failed: for a minute the daemon tries again, and what it finds may be
  /// its own.
  func allowRetries(of light: Int) {
    lights[light].doubtfulUntil = now + 65_000_000_000
    lights[light].mayDifferUntil = max(lights[light].mayDifferUntil, lights[light].doubtfulUntil)
  }
}
