import BrightnessModel
import ComposableCore

@testable import Fleet

/// A controller that wants one hold while it is alive. Its sessions have numbers as names.
struct ModelController {
  var isAlive = false
  private(set) var connection: Int?
  /// The session of the connection before.
  private(set) var former: Int?
  /// When it connects again.
  var back = Moment(.zero)
  /// When it sends its next document.
  var next = Moment(.zero)

  init(isAlive: Bool = false, back: Moment = Moment(.zero)) {
    self.isAlive = isAlive
    self.back = back
  }

  mutating func connect(at now: Moment, as session: Int) {
    connection = session
    next = now
  }

  mutating func disconnect(until back: Moment) {
    guard let connection else { return }
    former = connection
    self.connection = nil
    self.back = back
  }
}

struct ModelBroker {
  enum Message {
    case document(Int, replaces: Int?)
    case lost(Int)
  }

  var isUp = true
  var back = Moment(.zero)
  /// The sessions whose end it will notice.
  var wills: [(due: Moment, session: Int)] = []
  var messages: [(due: Moment, message: Message)] = []
  private var newest = 0

  mutating func newSession() -> Int {
    newest += 1
    return newest
  }

  mutating func takeDueWills(at now: Moment) -> [Int] {
    if wills.isEmpty { return [] }
    defer { wills.removeAll { $0.due <= now } }
    return wills.filter { $0.due <= now }.map(\.session)
  }

  mutating func takeDueMessages(at now: Moment) -> [Message] {
    if messages.isEmpty { return [] }
    defer { messages.removeAll { $0.due <= now } }
    return messages.filter { $0.due <= now }.map(\.message)
  }
}

struct ModelDevice {
  var isConnected = true
  var back = Moment(.zero)
  /// When a broker that stops closes its connection.
  var end: Moment?
}

/// Checks what the protocol promises.
struct InvariantWatch {
  /// A message takes at most a second, and a step 0.1 s.
  private static let delay = Duration.milliseconds(1200)

  /// Sessions that a broker reported as lost when it was stopped, although they lived.
  var lostByBroker: Set<Int> = []
  /// When the controller of each session was alive last.
  private var lives: [Int: Moment] = [:]
  /// The session of the controller that everything was up for, and since when.
  private var wanted: (session: Int, since: Moment)?
  private var before: IdentifiedArrayOf<RemoteHold.State> = []

  mutating func noteLife(of controller: ModelController, at now: Moment) {
    guard controller.isAlive else { return }
    for session in [controller.connection, controller.former].compactMap(\.self) { lives[session] = now }
  }

  mutating func remember(_ holds: IdentifiedArrayOf<RemoteHold.State>) { before = holds }

  mutating func check(_ world: FleetWorld) -> String? {
    let holds = world.bridge.holds
    // A broker that stops ends no hold of a controller that lives.
    for hold in before where !holds.contains(id: hold.id) && hold.deadline > world.now {
      if lostByBroker.contains(hold.number) { return "a stopping broker ended session \(hold.number)" }
    }
    for hold in holds {
      let age = lives[hold.number].map { world.now - $0 } ?? .seconds(1_000_000)
      if age > .seconds(60) + Self.delay { return "session \(hold.number) outlived its controller by \(age)" }
    }
    let isUp = world.broker.isUp && world.device.isConnected
    let session = isUp ? world.controller.connection : nil
    if wanted?.session != session { wanted = session.map { ($0, world.now) } }
    if let wanted, world.now - wanted.since > FleetWorld.renewal + Self.delay, world.bridge.isHoldingNothing {
      return "nothing is held at \(world.now.offset), although it was wanted since \(wanted.since.offset)"
    }
    return nil
  }
}

extension RemoteHold.State {
  fileprivate var number: Int { Int(key.session.name.description) ?? 0 }
}
