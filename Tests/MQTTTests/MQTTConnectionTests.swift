import BrightnessEventLoop
import Brokers
import Glibc
import MQTT
import Testing

/// Against a real mosquitto.
@Suite struct MQTTConnectionTests {
  typealias Version = MQTTSettings.ProtocolVersion

  @Test(arguments: Version.allCases)
  func `a message reaches a subscriber once`(version: Version) throws {
    let (broker, room) = (try Broker(), try Room())
    let reader = try room.connected(broker.settings("reader", version), to: ["a/+", "b"])
    let writer = try room.connected(broker.settings("writer", version))

    writer.publish("a/1", "first")
    writer.publish("c", "unwanted")
    writer.publish("b", "last")

    let last = MQTTMessage(topic: "b", "last")
    #expect(reader.wait(for: .received(last)) == [.received(MQTTMessage(topic: "a/1", "first")), .received(last)])
  }

  @Test func `a hundred messages at once arrive in their order`() throws {
    let (broker, room) = (try Broker(), try Room())
    let reader = try room.connected(broker.settings("reader"), to: ["a"])
    let writer = try room.connected(broker.settings("writer"))
    let all = (1...100).map { MQTTMessage(topic: "a", "\($0)") }

    for message in all { writer.connection.assumeIsolated { $0.publish(message) } }

    #expect(reader.wait(for: .received(all[99])) == all.map { .received($0) })
  }

  @Test func `a copy that the broker has kept does not come with version 5, and is marked with 3.1.1`() throws {
    let (broker, room) = (try Broker(), try Room())
    let writer = try room.connected(broker.settings("writer"), to: ["done"])
    writer.publish("a", "old", isRetained: true)
    writer.publish("done", "")
    writer.wait(for: .received(MQTTMessage(topic: "done", "")))

    let new = try room.connected(broker.settings("new"), to: ["a"])
    let old = try room.connected(broker.settings("old", .v311), to: ["a"])
    writer.publish("a", "now")

    let now = MQTTEvent.received(MQTTMessage(topic: "a", "now"))
    #expect(new.wait(for: now) == [now])
    #expect(old.wait(for: now) == [.received(MQTTMessage(topic: "a", "old", isRetained: true)), now])
  }

  @Test func `a live message shows with version 5 that it is kept`() throws {
    let (broker, room) = (try Broker(), try Room())
    let reader = try room.connected(broker.settings("reader"), to: ["a"])
    let writer = try room.connected(broker.settings("writer"))

    writer.publish("a", "kept", isRetained: true)

    reader.wait(for: .received(MQTTMessage(topic: "a", "kept", isRetained: true)))
  }

  @Test(arguments: Version.allCases)
  func `the will is published when a client dies, and not after a goodbye`(version: Version) throws {
    let (broker, room) = (try Broker(), try Room())
    let reader = try room.connected(broker.settings("reader", version), to: ["#"])
    var settings = broker.settings("first", version)
    settings.will = MQTTMessage(topic: "will", "first")
    let polite = try room.connected(settings)
    settings.client = "second"
    settings.will = MQTTMessage(topic: "will", "second")
    let other = try room.connected(settings)

    polite.connection.assumeIsolated { $0.disconnect() }
    #expect(polite.end() == nil)
    other.die()

    let will = MQTTEvent.received(MQTTMessage(topic: "will", "second"))
    #expect(reader.wait(for: will) == [will])
  }

  @Test(arguments: Version.allCases)
  func `a broker that is killed has closed the connection, which waits for nothing more`(version: Version) throws {
    let (broker, room) = (try Broker(), try Room())
    let client = try room.connected(broker.settings("a", version))

    broker.kill()

    #expect(client.end() == .closed)
    client.publish("a", "too late")
    #expect(room.loop.watchCount == 0)
  }

  /// mosquitto 2.0.11 gives no reason, although version 5 of MQTT has one.
  @Test func `a broker that is stopped ends the connection`() throws {
    let (broker, room) = (try Broker(), try Room())
    let client = try room.connected(broker.settings())

    broker.stop()

    #expect([.closed, .stopping].contains(client.end()))
  }

  /// mosquitto 2.0.11 gives no reason for this, either.
  @Test func `a second client of the same name takes the connection`() throws {
    let (broker, room) = (try Broker(), try Room())
    let first = try room.connected(broker.settings("a"))

    let second = try room.connected(broker.settings("a"), to: ["a"])

    #expect([.closed, .takenOver].contains(first.end()))
    second.publish("a", "still here")
    second.wait(for: .received(MQTTMessage(topic: "a", "still here")))
  }

  @Test(arguments: Version.allCases)
  func `a broker without such a user refuses the client`(version: Version) throws {
    let (broker, room) = (try Broker(["allow_anonymous false"]), try Room())

    let client = try room.client(broker.settings("a", version))

    let end = client.end()
    #expect(end == .refused(.right))
    #expect(end?.needsAPerson == true)
  }

  /// With version 3.1.1 a broker cannot say so.
  @Test func `a message that the broker may not publish is reported by its topic`() throws {
    let rules = ["allow_anonymous true", "acl_file FOLDER/acl"]
    let broker = try Broker(rules, files: ["acl": "topic readwrite mine\n"])
    let room = try Room()
    let client = try room.connected(broker.settings(), to: ["mine"])

    client.publish("others", "x")
    #expect(client.wait { $0.isOfPublishing } == [.notPublished(topic: "others", reason: 0x87)])
    client.publish("mine", "x")
    client.wait(for: .published(topic: "mine", isRead: true))
  }

  @Test(arguments: [(Version.v5, false), (.v311, true)])
  func `version 5 says that nobody has asked for a message`(version: Version, isRead: Bool) throws {
    let broker = try Broker()
    let room = try Room()
    let client = try room.connected(broker.settings("a", version))

    client.publish("nobody", "x")

    #expect(client.wait { $0.isOfPublishing } == [.published(topic: "nobody", isRead: isRead)])
  }

  @Test(arguments: [true, false])
  func `a subscription gets the copies that the broker has kept if it wants them`(withKept: Bool) throws {
    let broker = try Broker()
    let room = try Room()
    let client = try room.connected(broker.settings())
    client.publish("a", "kept", isRetained: true)
    client.wait { $0.isOfPublishing }

    client.connection.assumeIsolated { $0.subscribe(to: ["a"], withKept: withKept) }
    client.wait(for: .subscribed(refused: []))
    client.publish("a", "new")

    let kept = MQTTEvent.received(MQTTMessage(topic: "a", "kept", isRetained: true))
    let new = MQTTEvent.received(MQTTMessage(topic: "a", "new"))
    #expect(client.wait(for: new).filter { !$0.isOfPublishing } == (withKept ? [kept, new] : [new]))
  }

  @Test func `a subscription leaves out the messages of its own connection if it does not want them`() throws {
    let broker = try Broker()
    let room = try Room()
    let client = try room.connected(broker.settings())
    let other = try room.connected(broker.settings("other"))
    client.connection.assumeIsolated { $0.subscribe(to: ["a"], withOwn: false) }
    client.wait(for: .subscribed(refused: []))

    client.publish("a", "own")
    client.wait { $0.isOfPublishing }
    other.publish("a", "foreign")

    let foreign = MQTTEvent.received(MQTTMessage(topic: "a", "foreign"))
    #expect(client.wait(for: foreign) == [foreign])
  }

  @Test(arguments: Version.allCases)
  func `a password lets a user in`(version: Version) throws {
    let broker = try Broker(["allow_anonymous false"], passwords: ["kiosk": "open sesame"])
    let room = try Room()
    var settings = broker.settings("a", version, as: "kiosk")
    settings.password = "wrong"

    let refused = try room.client(settings).end()
    _ = try room.connected(broker.settings("a", version, as: "kiosk"))

    #expect(refused == .refused(.right))
  }

  /// Five seconds are the shortest time that libmosquitto accepts.
  @Test func `a broker that accepts a connection and says nothing is silent`() throws {
    let (broker, room) = (try PlayedBroker(), try Room())
    var settings = broker.settings
    settings.keepAlive = .seconds(5)

    #expect(try room.client(settings).end() == .silent)
  }

  @Test func `a message beyond the greatest size does not come`() throws {
    let (broker, room) = (try Broker(), try Room())
    let reader = try room.connected(broker.settings("reader"), to: ["a"])
    let writer = try room.connected(broker.settings("writer"))

    writer.publish("a", String(repeating: "x", count: 17 << 10))
    writer.publish("a", "short")

    let short = MQTTEvent.received(MQTTMessage(topic: "a", "short"))
    #expect(reader.wait(for: short) == [short])
  }

  /// Nagle's algorithm holds the second of two short messages back until the first is acknowledged,
  /// and mosquitto follows it. The kernel acknowledges after 40 ms, unless it is asked to do so at
  /// once, which a will would otherwise wait for.
  @Test func `what the broker sends is acknowledged at once`() throws {
    let (broker, room) = (try PlayedBroker(), try Room())
    let client = try room.client(broker.settings)
    try broker.answer(PlayedBroker.accepts)
    client.wait(for: .connected)

    let times = try (0..<21).map { _ in
      client.publish("b", "")
      let message = try broker.received()
      let start = LoopClock.Instant.now
      try broker.send(PlayedBroker.acknowledges(message))
      try broker.send(PlayedBroker.message)
      client.wait(for: .received(MQTTMessage(topic: "a", "")))
      return start.duration(to: .now)
    }

    #expect(times.sorted()[10] < .milliseconds(30), "\(times)")
  }

  @Test func `nobody listens at the address`() throws {
    let (broker, room) = (try Broker(), try Room())
    broker.kill()

    #expect(try room.client(broker.settings()).end() == .unreachable(ErrorCode(rawValue: ECONNREFUSED)))
  }

  @Test func `a name without an address is an error`() throws {
    let room = try Room()
    let settings = MQTTSettings(host: "no-such-host.invalid", port: 1883, client: "a")

    #expect(try room.client(settings).end() == .unknownHost("no-such-host.invalid"))
  }

  @Test func `a connection that is dropped while it is made reports nothing`() throws {
    let (broker, room) = (try Broker(), try Room())

    try room.client(broker.settings("a")).die()
    let other = try room.connected(broker.settings("b"))

    other.publish("a", "x")
    #expect(room.loop.watchCount == 1)
  }
}

extension MQTTEvent {
  fileprivate var isOfPublishing: Bool {
    switch self {
    case .published, .notPublished: true
    default: false
    }
  }
}
