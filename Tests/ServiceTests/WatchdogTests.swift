import BrightnessEventLoop
import Guarantees
import Hardware
import HardwareTesting
import Synchronization
import Testing

@testable import Service

@Suite(.tags(.idle)) struct WatchdogTests {
  @Test func `systemd is notified twice per watchdog interval`() {
    let kennel = Kennel(every: .seconds(15))

    kennel.time.pass(.seconds(14))
    #expect(kennel.pings == 0)
    kennel.time.pass(.seconds(1))
    #expect(kennel.pings == 1)
    kennel.time.pass(.seconds(45))

    #expect(kennel.pings == 4)
    #expect(kennel.time.deadlineCount == 1)
  }

  @Test(arguments: [
    (["WATCHDOG_USEC": "30000000"], Duration.seconds(15)),
    (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "77"], .seconds(15)),
    (["WATCHDOG_USEC": "1"], .nanoseconds(500)),
    (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "78"], nil),
    (["WATCHDOG_PID": "77"], nil),
    (["WATCHDOG_USEC": ""], nil),
    ([:], nil),
  ])
  func `a watchdog for another process is ignored`(variables: [String: String], interval: Duration?) throws {
    #expect(try ServiceEnvironment(variables).watchdogInterval(for: 77) == interval)
  }

  @Test(arguments: [
    (["WATCHDOG_USEC": "soon"], "'WATCHDOG_USEC=soon': expected a number of microseconds above 0"),
    (["WATCHDOG_USEC": "0"], "'WATCHDOG_USEC=0': expected a number of microseconds above 0"),
    (["WATCHDOG_USEC": "1", "WATCHDOG_PID": "me"], "'WATCHDOG_PID=me': expected the number of a process"),
    (["WATCHDOG_USEC": "1", "WATCHDOG_PID": "-1"], "'WATCHDOG_PID=-1': expected the number of a process"),
  ])
  func `a malformed interval is an error`(variables: [String: String], sentence: String) {
    let error = #expect(throws: SupervisionError.self) { try ServiceEnvironment(variables).watchdogInterval(for: 77) }

    #expect(error?.description == "cannot use \(sentence)")
  }
}

/// A watchdog with a clock that the test steps.
private final class Kennel: Sendable {
  let time = SteppedTime()
  private let count = Mutex(0)

  init(every interval: Duration) {
    let after = { @Sendable [time] (duration: Duration, body: @escaping @Sendable () -> Void) in
      _ = time.deadlines.at(time.now.advanced(by: duration), body)
    }
    Watchdog(interval: interval, after: after) { [weak self] in self?.count.withLock { $0 += 1 } }.start()
  }

  var pings: Int { count.withLock { $0 } }
}
