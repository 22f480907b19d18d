import BrightnessModel
import RandomHistories

@testable import Fleet

/// A controller, a broker and the bridge of one device, to all of which things happen at random.
///
/// The bridge is the real reducer. The broker delivers late, twice and in another order, as MQTT
/// allows at QoS 1 (MQTT 5.0, sections 4.3.2 and 4.6). When it is stopped, it sends wills of
/// clients that live, as mosquitto 2.0.11 and 2.0.21 do (`context__send_will` at the end of `main`,
/// src/mosquitto.c). When it is killed, it forgets all of them, because it keeps them in memory.
struct FleetWorld {
  /// What the controller writes in its documents. The rules of the protocol are tested by breaking
  /// them here.
  struct Rules {
    var lease = Duration.seconds(60)
    var grace = Duration.milliseconds(250)
  }

  /// What happened, so that a history in which nothing did is noticed.
  struct Counts: Equatable {
    var deaths = 0
    var flaps = 0
    var kills = 0
    var stops = 0
    var cuts = 0

    var isComplete: Bool { [deaths, flaps, kills, stops, cuts].allSatisfy { $0 > 0 } }

    static func += (left: inout Counts, right: Counts) {
      left.deaths += right.deaths
      left.flaps += right.flaps
      left.kills += right.kills
      left.stops += right.stops
      left.cuts += right.cuts
    }
  }

  static let step = Duration.milliseconds(100)
  static let steps: UInt64 = 6000
  static let keepAlive = Duration.seconds(10)
  static let renewal = Duration.seconds(20)

  let rules: Rules
  let bridge: FleetHarness
  var random: SeededRandom
  var controller = ModelController()
  var broker = ModelBroker()
  var device = ModelDevice()
  var watch = InvariantWatch()
  private(set) var counts = Counts()

  var now: Moment { bridge.now }

  init(seed: UInt64, rules: Rules = Rules()) throws {
    self.rules = rules
    random = SeededRandom(seed: seed)
    bridge = try FleetHarness { $0.documents.longestLease = .seconds(3600) }
    bridge.send(.connected)
  }

  /// Lets ten minutes pass; returns the first broken promise.
  mutating func run() -> String? {
    for _ in 0..<Self.steps {
      letTimePass()
      happen()
      recover()
      sendDocument()
      deliver()
      if let violation = watch.check(self) { return violation }
    }
    return nil
  }

  private mutating func letTimePass() {
    watch.remember(bridge.holds)
    bridge.wait(Self.step)
    answer()
  }

  /// The daemon holds each scene at once.
  private func answer() {
    for case .open(let connection, _) in bridge.takeSteps() { bridge.hold(connection) }
  }

  private mutating func happen() {
    let chance = random.number(below: 10_000)
    switch chance {
    case 0..<15 where controller.isAlive: die()
    case 15..<30 where controller.connection != nil: loseController()
    case 30..<35 where broker.isUp: killBroker()
    case 35..<40 where broker.isUp: stopBroker()
    case 40..<50 where device.isConnected: cutDevice()
    case 50..<90 where !controller.isAlive:
      controller = ModelController(isAlive: true, back: now)
    default: break
    }
  }

  /// Killed, or its machine lost its power.
  private mutating func die() {
    counts.deaths += 1
    if let session = controller.connection {
      let isNoticedAtOnce = random.number(below: 10) < 6
      broker.wills.append((due: isNoticedAtOnce ? now : now + Self.keepAlive * 1.5, session: session))
    }
    controller = ModelController()
  }

  private mutating func loseController() {
    guard let session = controller.connection else { return }
    counts.flaps += 1
    broker.wills.append((now + random.one(of: [.zero, .seconds(2), Self.keepAlive * 1.5]), session))
    controller.disconnect(until: now + upTo(8))
  }

  /// Killed: nobody sends the wills that it kept.
  private mutating func killBroker() {
    counts.kills += 1
    broker.isUp = false
    broker.back = now + .seconds(1) + upTo(29)
    broker.wills = []
    controller.disconnect(until: broker.back + upTo(5))
    disconnectDevice()
    device.back = broker.back + upTo(5)
  }

  /// Stopped for an upgrade: it sends wills of clients that live, then closes all connections.
  private mutating func stopBroker() {
    counts.stops += 1
    if let session = controller.connection, random.number(below: 10) < 7 {
      broker.messages.append((now, .lost(session)))
      watch.lostByBroker.insert(session)
    }
    broker.isUp = false
    broker.back = now + .seconds(1) + upTo(9)
    broker.wills = []
    controller.disconnect(until: broker.back + upTo(5))
    device.end = now + Self.step
    device.back = broker.back + upTo(5)
  }

  /// Cut off without a packet: the bridge does not notice.
  private mutating func cutDevice() {
    counts.cuts += 1
    device.isConnected = false
    device.back = now + upTo(40)
  }

  private mutating func recover() {
    if let end = device.end, end <= now { disconnectDevice() }
    if !broker.isUp, broker.back <= now { broker.isUp = true }
    if !device.isConnected, broker.isUp, device.back <= now {
      device.isConnected = true
      bridge.send(.disconnected, .connected)
    }
    if controller.isAlive, controller.connection == nil, broker.isUp, controller.back <= now {
      controller.connect(at: now, as: broker.newSession())
    }
    watch.noteLife(of: controller, at: now)
  }

  private mutating func disconnectDevice() {
    device.end = nil
    device.isConnected = false
    bridge.send(.disconnected)
  }

  private mutating func sendDocument() {
    for will in broker.takeDueWills(at: now) { send(.lost(will)) }
    guard let session = controller.connection, broker.isUp, controller.next <= now else { return }
    send(.document(session, replaces: controller.former))
    controller.next = now + Self.renewal
  }

  /// Passes a message to the broker, which delivers it to a device that is connected: mostly at
  /// once, sometimes late, sometimes twice.
  private mutating func send(_ message: ModelBroker.Message) {
    guard broker.isUp, device.isConnected else { return }
    for _ in 0..<(random.oneIn(10) ? 2 : 1) {
      let delay = Duration.milliseconds(random.one(of: [0, 0, 100, 100, 300, 1000]))
      broker.messages.append((now + delay, message))
    }
  }

  private mutating func deliver() {
    var due = broker.takeDueMessages(at: now)
    if due.isEmpty { return }
    due.shuffle(using: &random)
    for message in due where device.isConnected {
      switch message {
      case .lost(let session): bridge.end("guard/\(session)", "lost")
      case .document(let session, let former):
        bridge.document(40, of: "guard/\(session)") {
          $0.lease = rules.lease
          $0.grace = rules.grace
          $0.replaces = former.map { name("\($0)") }
        }
      }
      answer()
    }
  }

  private mutating func upTo(_ seconds: Int) -> Duration { .milliseconds(random.number(below: seconds * 1000 + 1)) }
}
