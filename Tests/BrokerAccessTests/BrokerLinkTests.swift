import BrightnessEventLoop
import Brokers
import MQTT
import Synchronization
import Testing

@testable import BrokerAccess

@Suite struct BrokerLinkTests {
  @Test func `the brokers are tried in turn`() throws {
    let loop = try EventLoop()
    // Nobody listens there.
    let hosts = [Broker.freeHost(), Broker.freeHost(), Broker.freeHost()]
    let tried = Mutex<[String]>([])
    let link = BrokerLink(
      hosts.map { MQTTSettings(host: $0, port: Broker.port, client: "a") },
      on: loop,
      session: { BrokerLink.Session(filters: []) }
    ) { event in
      if case .failed(let host, _, _) = event { tried.withLock { $0.append(host) } }
      loop.stop()
    }

    // At once, and not after the delay.
    for _ in 0..<6 {
      link.assumeIsolated { $0.connect() }
      loop.run()
    }

    let found = tried.withLock(\.self)
    let first = try #require(hosts.firstIndex(of: found[0]))
    #expect(found == (0..<6).map { hosts[(first + $0) % 3] })
  }
}
