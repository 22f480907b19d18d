import BrightnessEventLoop
import DDC
import DDCTesting
import Glibc
import HardwareTesting
import Testing

@Suite struct I2CBusTests {
  private let bus = FakeBus()

  private func read() throws -> WorkerReply {
    var open = try bus.open()
    var exchange = Exchange(.get)
    return exchange.perform(on: &open)
  }

  @Test func `a driver that refuses I2C_RDWR gets plain calls from then on`() throws {
    bus.refusesTransfers = true

    #expect(try read() == .level(MonitorLevel(40, of: 100)))
    #expect(
      bus.journal == [
        "lock", "37 < 51 82 01 10 ac", "select 37", "write 51 82 01 10 ac", "sleep 40", "read 12",
      ]
    )
    #expect(bus.monitor?.messageCount == 2)
  }

  @Test func `any other error of a transfer is no reason for plain calls`() throws {
    bus.monitor?.faults.refusedWrites = [EIO]

    #expect(try read() == .failed(WorkerFault(.isRefused, code: UInt16(EIO))))
    #expect(!bus.journal.contains("select 37"))
  }

  @Test func `a device that a driver has is not used`() throws {
    bus.refusesTransfers = true
    bus.selectCode = EBUSY

    #expect(try read() == .failed(WorkerFault(.isRefused, code: UInt16(EBUSY))))
    #expect(bus.monitor?.messageCount == 0)
  }

  @Test func `a bus waits three seconds for its lock, and no longer`() throws {
    bus.lockedPolls = 30
    #expect(try read() == .level(MonitorLevel(40, of: 100)))
    #expect(bus.takeJournal().count { $0 == "sleep 100" } == 30)

    bus.lockedPolls = 31
    #expect(throws: WorkerFault(.isLocked)) { _ = try bus.open() }
    #expect(bus.now == .milliseconds(6040))
    #expect(bus.monitor?.messageCount == 2)
    #expect(!bus.isOpen)
  }
}

@Suite struct I2CFileTests {
  @Test func `a file that another program has locked is locked when it is closed`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/i2c-1"
    _ = try Descriptor(opening: path, O_CREAT | O_RDWR, mode: 0o600)
    let first = try I2CFile(opening: path)
    let second = try I2CFile(opening: path)

    #expect(try first.perform(.lock) == [])
    #expect(throws: SystemError("lock", path, ErrorCode(rawValue: EWOULDBLOCK))) { try second.perform(.lock) }
    _ = consume first
    #expect(try second.perform(.lock) == [])
  }

  @Test func `a file that is no bus refuses its calls`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/i2c-1"
    _ = try Descriptor(opening: path, O_CREAT | O_RDWR, mode: 0o600)
    let file = try I2CFile(opening: path)

    let refusals: [(I2CCall, String)] = [
      (.transferTo(0x37, [1]), "write to"), (.transferFrom(0x37, 1), "read from"),
      (.select(0x37), "select a device on"),
    ]
    for (call, verb) in refusals {
      #expect(throws: SystemError(verb, path, ErrorCode(rawValue: ENOTTY))) { try file.perform(call) }
    }
  }

  @Test func `a bus that is missing or forbidden fails with the system's error`() throws {
    let path = "/dev/i2c-there-is-none"

    #expect(throws: SystemError("open", path, ErrorCode(rawValue: ENOENT))) { _ = try I2CFile(opening: path) }
  }
}
