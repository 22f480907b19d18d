import BrightnessModel

/// A hold on other machines, as its controller keeps it: while it is connected, it repeats its
/// document three times in a lease.
///
/// Each connection to the broker is a session of its own, which takes over the holds of the one
/// before. Every function returns the messages to publish.
public struct FleetHold: Sendable {
  private struct Session: Equatable {
    let name: FleetName
    let document: [UInt8]
    var sent: Moment
    var next: Moment
    /// The shortest time to the next repetition.
    var pause = shortestPause
  }

  private enum Link: Equatable {
    case offline
    case online(Session)
    /// It has said goodbye.
    case ended
  }

  static let shortestPause = Duration.seconds(1)

  public let topics: ControllerTopics
  public let address: FleetName
  private let document: FleetDocument
  private var link = Link.offline
  /// The session of the connection before.
  private var former: FleetName?
  /// What the devices have answered in this session.
  public private(set) var answers: [FleetName: FleetReply.Content] = [:]

  public init(_ document: FleetDocument, to address: FleetName, topics: ControllerTopics) {
    self.document = document
    self.address = address
    self.topics = topics
  }

  /// When the document is repeated.
  public var nextWake: Moment? { if case .online(let session) = link { session.next } else { nil } }

  /// Begins a session on a new connection, whose last will is `topics.lost(session)`.
  public mutating func connect(as session: FleetName, at now: Moment) -> [FleetMessage] {
    guard link != .ended else { return [] }
    var document = document
    document.replaces = former
    former = session
    answers = [:]
    let json = document.json
    link = .online(Session(name: session, document: json, sent: now, next: now + interval))
    return [topics.document(json, of: session, to: address)]
  }

  public mutating func disconnect() { if link != .ended { link = .offline } }

  /// Repeats the document if it is due.
  public mutating func wake(at now: Moment) -> [FleetMessage] {
    guard case .online(var session) = link, session.next <= now else { return [] }
    let isEarly = now < session.sent + interval
    session.pause = isEarly ? min(session.pause * 2, interval) : Self.shortestPause
    session.sent = now
    session.next = now + interval
    link = .online(session)
    return [topics.document(session.document, of: session.name, to: address)]
  }

  /// Takes a message of a topic of `topics.replies` or `topics.statuses`.
  public mutating func receive(_ message: FleetMessage, at now: Moment) -> [FleetMessage] {
    guard case .online(let session) = link, let (device, topic) = topics.received(message.topic) else { return [] }
    switch topic {
    case .reply(RemoteSession(topics.controller, session.name)):
      note(message, of: device)
      return []
    // Whether the broker has kept the status does not matter: version 5 marks each one, and the
    // kept ones that version 3.1.1 sends at the start cost one repetition.
    case .status where message.payload.elementsEqual("online".utf8):
      return welcome(at: now)
    default: return []
    }
  }

  /// Says goodbye, which ends the hold on every device.
  public mutating func end() -> [FleetMessage] {
    defer { link = .ended }
    guard case .online(let session) = link else { return [] }
    return [topics.ended(session.name)]
  }

  /// The time between repetitions without a reason.
  private var interval: Duration { document.lease / 3 }

  /// Repeats the document soon for a device that came online. It may be in the group that the
  /// address names, which only the device itself knows.
  ///
  /// When a broker is back, thousands of devices come online within seconds, and each repetition
  /// goes to all of them. So the pause doubles up to the time between usual repetitions, and then
  /// begins anew.
  private mutating func welcome(at now: Moment) -> [FleetMessage] {
    guard case .online(var session) = link else { return [] }
    session.next = min(session.next, session.sent + session.pause)
    link = .online(session)
    return wake(at: now)
  }

  private mutating func note(_ message: FleetMessage, of device: FleetName) {
    guard let reply = FleetReply(lenient: message.payload), reply.address == address.description else { return }
    // The events of single lights do not change what becomes of the scene.
    if case .scene(_, light: _?) = reply.content { return }
    answers[device] = reply.content
  }
}
