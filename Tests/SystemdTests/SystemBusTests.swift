import BrightnessEventLoop
import Glibc
import HardwareTesting
import Systemd
import Testing

/// Each test is a process of its own, because libsystemd reads the bus's address from the
/// environment.
@Suite struct SystemBusTests {
  @Test func `a call waits for its reply as long as the connection says, or for ever`() async {
    await #expect(processExitsWith: .success) {
      let silent = try SilentBus()

      #expect(try silent.connect(timeout: .milliseconds(1500)).microsecondsOfCall == 1_500_000)
      #expect(try silent.connect(timeout: nil).microsecondsOfCall == .max)
    }
  }

  @Test func `a bus that never answers is waited for no longer than the limit`() async {
    await #expect(processExitsWith: .success) {
      let silent = try SilentBus()
      let bus = try silent.connect(timeout: nil)
      let start = LoopClock.Instant.now

      let error = #expect(throws: SystemError.self) { try bus.waitForWelcome(atMost: .milliseconds(20)) }

      #expect(error?.code.rawValue == ETIMEDOUT)
      #expect(start.duration(to: .now) >= .milliseconds(20))
    }
  }
}

/// A bus that never answers, because nobody accepts its connections.
private struct SilentBus: ~Copyable {
  private let folder: TemporaryFolder
  private let socket: Descriptor

  init() throws {
    let folder = try TemporaryFolder()
    let socket = try Descriptor.unixStream()
    let (path, number) = ("\(folder.path)/bus", socket.number)
    try systemCall("bind", path) { UnixAddress(path)!.withKernelForm { bind(number, $0, $1) } }
    try systemCall("listen on", path) { listen(number, 1) }
    setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(path)", 1)
    self.folder = folder
    self.socket = socket
  }

  func connect(timeout: Duration?) throws -> SystemBus { try SystemBus(SystemdLibrary(), timeout: timeout) }
}

extension SystemBus {
  /// What libsystemd keeps as the limit of a call.
  fileprivate var microsecondsOfCall: UInt64 {
    typealias Read = @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt64>) -> CInt
    var limit: UInt64 = 0
    _ = function("sd_bus_get_method_call_timeout", as: Read.self)(pointer, &limit)
    return limit
  }
}
