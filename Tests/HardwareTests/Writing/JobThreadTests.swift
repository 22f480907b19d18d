import Guarantees
@testable import Hardware

import BrightnessEventLoop
import Glibc
import HardwareTesting
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
    let tree = try FakeTree([Machine.intel])
    let level = AttributeFile(path: tree.path("\(Machine.intel.path)/brightness"))
    let log = ThreadLog()
    let (stuck, free) = (JobThread(), JobThread())
    let lease = try Lease(on: level.path)

    stuck.perform {
      try? level.write("100")
      log.write(1)
    }
    free.perform { log.write(2) }
    let early = log.entries(1)
    lease.end()
    let late = log.entries(1)

    #expect(early == [2])
    #expect(late == [1])
    #expect(try level.number() == 100)
  }

  @Test func `the kernel's count of events is read where there is one`() throws {
    let tree = try FakeTree()
    let before = Sysfs(root: tree.root).newestEvent()

    try tree.put(.folder, at: "kernel")
    try tree.put(4711, at: "kernel/uevent_seqnum")

    #expect(before == nil)
    #expect(Sysfs(root: tree.root).newestEvent() == 4711)
  }
}
