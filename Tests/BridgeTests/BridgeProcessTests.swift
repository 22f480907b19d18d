import BrokerAccess
import Service
import Synchronization
import Testing

@testable import Bridge

@Suite struct BridgeProcessTests {
  @Test(arguments: ["yes", "no"])
  func `a connection that is not encrypted gets a warning`(word: String) throws {
    let lines = Mutex<[String]>([])
    let log = Log(.warning, style: .program("brightnessd-mqtt")) { line in
      lines.withLock { $0.append(line) }
      return true
    }
    let file = ConfigurationFile(path: "a.conf", content: .success("[Broker]\nHost=a\nTLS=\(word)"))

    _ = try BridgeProcess(
      BridgeReading([file], hostName: "host"),
      socket: "/a",
      credentials: Credentials(in: nil),
      log,
      ServiceEnvironment()
    )

    #expect(lines.withLock(\.self).map { $0.contains("TLS=no") } == (word == "no" ? [true] : []))
  }
}
