import BrightnessEventLoop
import Glibc
import Programs
import Synchronization
import Testing

@testable import Service

@Suite struct ServiceManagerTests {
  @Test(arguments: [false, true])
  func `a service manager receives notifications`(isAbstract: Bool) throws {
    let inbox = try NotifyInbox(isAbstract: isAbstract)
    let manager = try #require(try ServiceManager(inbox.environment))

    try manager.notify(.ready, .status("2 lights"))
    try manager.notify(.stopping)
    try manager.notify(.watchdog)
    try manager.notify(.removeDescriptor(.sample))

    #expect(inbox.next() == "READY=1\nSTATUS=2 lights")
    #expect(inbox.next() == "STOPPING=1")
    #expect(inbox.next() == "WATCHDOG=1")
    #expect(inbox.next() == "FDSTOREREMOVE=1\nFDNAME=session-7")
    #expect(inbox.next() == nil)
  }

  @Test func `a descriptor arrives as the same open file, with its name`() throws {
    let inbox = try NotifyInbox()
    let manager = try #require(try ServiceManager(inbox.environment))
    let pipe = try Pipe()

    try manager.store(pipe.writing, as: .sample)
    let (text, number) = try inbox.nextWithDescriptor()

    let arrived = Descriptor(owning: number)
    var byte: UInt8 = 42
    _ = try withUnsafeBytes(of: &byte) { try arrived.write($0) }
    var received: UInt8 = 0
    _ = try withUnsafeMutableBytes(of: &received) { try pipe.reading.read(into: $0) }
    #expect(text == "FDSTORE=1\nFDNAME=session-7")
    #expect(arrived.number != pipe.writing.number)
    #expect(received == 42)
  }

  @Test func `a status cannot contain another assignment`() throws {
    let inbox = try NotifyInbox()
    let manager = try #require(try ServiceManager(inbox.environment))

    try manager.notify(.status("a\nMAINPID=1\0"))

    #expect(inbox.next() == "STATUS=a\\nMAINPID=1\\0")
  }

  @Test func `a reload begins at its moment of the monotonic clock`() throws {
    var before = timespec()
    clock_gettime(CLOCK_MONOTONIC, &before)

    let text = ServiceNotice.reloading.text

    let prefix = "RELOADING=1\nMONOTONIC_USEC="
    let microseconds = try #require(UInt64(text.dropFirst(prefix.count)))
    #expect(text.hasPrefix(prefix))
    #expect(microseconds >= UInt64(before.tv_sec) * 1_000_000 + UInt64(before.tv_nsec) / 1000)
  }

  @Test func `without NOTIFY_SOCKET there is no manager`() throws {
    #expect(try ServiceManager(ServiceEnvironment()) == nil)
    #expect(try ServiceManager(ServiceEnvironment(["NOTIFY_SOCKET": ""])) == nil)
  }

  @Test(arguments: [
    ("notify", "'NOTIFY_SOCKET=notify'"),
    ("vsock:2:1234", "'NOTIFY_SOCKET=vsock:2:1234'"),
    ("/" + String(repeating: "a", count: 108), "'NOTIFY_SOCKET=/\(String(repeating: "a", count: 25))…'"),
  ])
  func `a malformed address is an error`(value: String, shown: String) throws {
    let error = #expect(throws: SupervisionError.self) {
      try ServiceManager(ServiceEnvironment(["NOTIFY_SOCKET": value]))
    }

    let sentence = "cannot use \(shown): expected an absolute path or an @name of a socket"
    #expect(error?.description == sentence)
  }

  @Test func `an unreachable manager is an error with its address`() throws {
    let inbox = try NotifyInbox()
    let path = "\(inbox.path)-not"

    let error = #expect(throws: SupervisionError.self) {
      try ServiceManager(ServiceEnvironment(["NOTIFY_SOCKET": path]))
    }

    #expect(error?.description == "cannot notify '\(path)': no such file or directory")
  }

  @Test func `a manager that does not read does not block the daemon`() throws {
    let inbox = try NotifyInbox()
    let manager = try #require(try ServiceManager(inbox.environment))

    let error = #expect(throws: SupervisionError.self) {
      for _ in 1...100_000 { try manager.notify(.watchdog) }
    }

    #expect(error == .refused(SystemError("notify", inbox.path, ErrorCode(rawValue: EAGAIN))))
  }

  @Test func `a full queue delays READY until it has room`() throws {
    let inbox = try NotifyInbox()
    let manager = try #require(try ServiceManager(inbox.environment))
    let loop = try EventLoop()
    #expect(throws: SupervisionError.self) { while true { try manager.notify(.watchdog) } }

    try manager.notifyReady(on: loop)
    while inbox.next() != nil {}
    for _ in 1...2 {
      loop.perform { loop.stop() }
      loop.run()
    }

    #expect(inbox.next() == "READY=1")
    #expect(inbox.next() == nil)
  }

  @Test func `everything that waits for room in the queue is performed once`() throws {
    let inbox = try NotifyInbox()
    let manager = try #require(try ServiceManager(inbox.environment))
    let loop = try EventLoop()
    let performed = Mutex<[Int]>([])
    #expect(throws: SupervisionError.self) { while true { try manager.notify(.watchdog) } }

    for number in 1...2 { try manager.whenThereIsRoom(on: loop) { performed.withLock { $0.append(number) } } }
    loop.perform { loop.stop() }
    loop.run()
    #expect(performed.withLock { $0 } == [])
    while inbox.next() != nil {}
    for _ in 1...2 {
      loop.perform { loop.stop() }
      loop.run()
    }

    #expect(performed.withLock { $0 } == [1, 2])
  }

  @Test(arguments: [([:], false), (["FDSTORE": "0"], false), (["FDSTORE": "1"], true), (["FDSTORE": "1024"], true)])
  func `descriptors are stored when systemd offers it`(variables: [String: String], areKept: Bool) throws {
    let inbox = try NotifyInbox()
    let manager = try #require(try ServiceManager(inbox.environment))

    #expect((try manager.descriptorStore(ServiceEnvironment(variables), on: EventLoop()) != nil) == areKept)
  }

  @Test(arguments: ["many", "-1"])
  func `a malformed FDSTORE is an error`(value: String) throws {
    let inbox = try NotifyInbox()
    let manager = try #require(try ServiceManager(inbox.environment))

    let error = #expect(throws: SupervisionError.self) {
      try manager.descriptorStore(ServiceEnvironment(["FDSTORE": value]), on: EventLoop())
    }

    #expect(error?.description == "cannot use 'FDSTORE=\(value)': expected a number of descriptors")
  }

  @Test func `stored and removed descriptors are sent to systemd by name`() throws {
    let inbox = try NotifyInbox()
    let manager = try #require(try ServiceManager(inbox.environment))
    let store = try #require(try manager.descriptorStore(ServiceEnvironment(["FDSTORE": "1"]), on: EventLoop()))
    let pipe = try Pipe()

    try store.store(pipe.reading, .sample)
    try store.remove(.sample)

    #expect(inbox.next() == "FDSTORE=1\nFDNAME=session-7")
    #expect(inbox.next() == "FDSTOREREMOVE=1\nFDNAME=session-7")
  }

  @Test(arguments: ["", "a:b", "a b", "ä", "a\n", String(repeating: "a", count: 256)])
  func `a name that systemd refuses is invalid`(text: String) {
    #expect(DescriptorName(text) == nil)
  }
}

extension DescriptorName {
  static var sample: DescriptorName { DescriptorName("session-7")! }
}
