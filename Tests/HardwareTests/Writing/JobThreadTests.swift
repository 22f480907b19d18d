import Guarantees
@testable import Hardware

import EventLoop
import Glibc
import HardwareTesting
import Model
import Testing

@Suite(.tags(.slowLightsAreIsolated)) struct JobThreadTests {
  @Test func `jobs run one after the other on another thread`() {
    let log = ThreadLog()
    let thread = JobThread()
    let giver = pthread_self()

    for number in 0..<100 {
      thread.perform { log.write(pthread_equal(giver, pthread_self()) == 0 ? number : -1) }
    }

    #expect(log.entries(100) == Array(0..<100))
  }

  @Test func `a thread without jobs ends and the next job starts another`() {
    let log = ThreadLog()
    let thread = JobThread(idle: .zero)

    for number in 1...3 {
      thread.perform { log.writeAtEndOfThread(number) }
      #expect(log.entries(1) == [number])
    }
  }

  @Test func `jobs run on the caller's thread when no thread can be created`() {
    let log = ThreadLog()
    let thread = JobThread(idle: .seconds(3600), stackSize: 1 << 55)
    let giver = pthread_self()

    for number in 1...2 {
      thread.perform { log.write(pthread_equal(giver, pthread_self()) == 0 ? -1 : number) }
    }

    #expect(log.entries(2) == [1, 2])
  }

  @Test func `a thread ends at once when its owner is released`() {
    let log = ThreadLog()

    do {
      let thread = JobThread(idle: .seconds(3600))
      thread.perform { log.writeAtEndOfThread(7) }
    }

    #expect(log.entries(1) == [7])
  }

  @Test func `a job that hangs in the kernel delays its own light alone`() throws {
    let tree = try FakeTree([Machine.intel, Machine.keyboard])
    let loop = try EventLoop()
    let stuck = try LiveWriter(LightID(.backlight, Machine.intel.name), tree, loop)
    let free = try LiveWriter(LightID(.leds, Machine.keyboard.name), tree, loop)
    stuck.act { $0.read() }
    let lease = try Lease(on: tree.path("\(Machine.intel.path)/brightness"))

    stuck.begin { $0.apply(.level(100)) }
    free.act { $0.apply(.level(2)) }
    let early = stuck.reports()
    lease.end()
    loop.run()

    #expect(early == [.found(500)])
    #expect(free.reports() == [.wrote(2, shows: 2)])
    #expect(stuck.reports() == [.wrote(100, shows: 100)])
  }

  @Test func `the kernel's count of events is read where there is one`() throws {
    let tree = try FakeTree()
    let before = Sysfs(root: tree.root).newestEvent()

    try tree.put(.folder, at: "kernel")
    try tree.put(4711, at: "kernel/uevent_seqnum")

    #expect(before == nil)
    #expect(Sysfs(root: tree.root).newestEvent() == 4711)
  }

  @Test func `a light of a tree is written and read back`() throws {
    let tree = try FakeTree([Machine.intel])
    let live = try LiveWriter(LightID(.backlight, Machine.intel.name), tree, try EventLoop())

    live.act { $0.apply(.level(1000, expected: 500)) }

    #expect(try tree.text("\(Machine.intel.path)/brightness") == "1000\n")
    #expect(live.reports() == [.wrote(1000, shows: 1000)])
  }

  @Test(arguments: [
    (FakeFile.absent, RetryTrigger.deviceEvent), (.folder, .backoff), (.link("/dev/full"), .backoff),
    (.link("/proc/self/mem"), .backoff), (.huge, .backoff), (.text(""), .backoff), (.text("x"), .backoff),
  ])
  func `a file with unexpected content is reported as refused`(file: FakeFile, retryTrigger: RetryTrigger) throws {
    let tree = try FakeTree([Machine.intel])
    let live = try LiveWriter(LightID(.backlight, Machine.intel.name), tree, try EventLoop())

    try tree.put(file, at: "\(Machine.intel.path)/brightness")
    live.act { $0.apply(.level(1000)) }

    #expect(live.reports().map(\.retryTrigger) == [retryTrigger])
  }
}
