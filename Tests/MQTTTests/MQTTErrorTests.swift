import BrightnessEventLoop
import Brokers
import Glibc
import MQTT
import Testing

/// What brokers other than mosquitto 2.0.11 say.
@Suite struct MQTTErrorTests {
  @Test(arguments: [
    (UInt8(0x84), MQTTError.Refusal.version), (0x85, .name), (0x86, .credentials), (0x87, .right),
    (0x88, .unavailable), (0x89, .unavailable), (0x8A, .ban), (0x9C, .other(0x9C)),
  ])
  func `a broker that refuses the client says why`(reason: UInt8, refusal: MQTTError.Refusal) throws {
    let (broker, room) = (try PlayedBroker(), try Room())
    let client = try room.client(broker.settings)

    try broker.answer(PlayedBroker.refuses(reason))

    let end = client.end()
    #expect(end == .refused(refusal))
    #expect(end?.needsAPerson == (refusal != .unavailable))
  }

  @Test(arguments: [
    (UInt8(0x8B), MQTTError.stopping), (0x8D, .silent), (0x8E, .takenOver), (0x87, .refused(.right)),
    (0x98, .endedByBroker(reason: 0x98)),
  ])
  func `a broker that ends the connection says why`(reason: UInt8, error: MQTTError) throws {
    let (broker, room) = (try PlayedBroker(), try Room())
    let client = try room.client(broker.settings)

    try broker.answer(PlayedBroker.accepts + PlayedBroker.disconnects(reason))

    client.wait(for: .connected)
    #expect(client.end() == error)
  }

  /// mosquitto accepts each filter, also one whose messages the client may not read.
  @Test func `a filter that the broker refuses is reported`() throws {
    let (broker, room) = (try PlayedBroker(), try Room())
    let client = try room.client(broker.settings)
    try broker.answer(PlayedBroker.accepts)
    client.wait(for: .connected)

    client.connection.assumeIsolated { $0.subscribe(to: ["mine", "others"]) }
    try broker.send([0x90, 5, 0, 1, 0, 1, 0x87])

    client.wait(for: .subscribed(refused: ["others"]))
  }

  @Test func `bytes that are not MQTT end the connection`() throws {
    let (broker, room) = (try PlayedBroker(), try Room())
    let client = try room.client(broker.settings)

    try broker.answer(PlayedBroker.accepts + [0, 0])

    client.wait(for: .connected)
    #expect(client.end() == .malformed)
  }

  @Test func `what heals by itself needs no person`() {
    let errors: [MQTTError] = [
      .unknownHost("a"), .unreachable(ErrorCode(rawValue: ECONNREFUSED)), .closed, .silent, .stopping, .malformed,
    ]

    #expect(errors.filter(\.needsAPerson) == [])
    #expect(MQTTError.takenOver.needsAPerson)
  }

  @Test func `errors are sentences`() {
    let texts = [
      MQTTError.unknownHost("broker.example"), .unreachable(ErrorCode(rawValue: ECONNREFUSED)), .refused(.credentials),
      .takenOver, .endedByBroker(reason: 152),
    ].map(\.description)

    #expect(
      texts == [
        "the name 'broker.example' has no address", "the broker cannot be reached: connection refused",
        "the broker refuses this client: wrong user name or password",
        "another client has connected to the broker under the same name",
        "the broker has ended the connection (reason 152)",
      ]
    )
  }
}
