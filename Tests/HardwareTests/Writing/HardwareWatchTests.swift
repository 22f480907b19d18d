@testable import Hardware

import BrightnessEventLoop
import Glibc
import HardwareTesting
import Synchronization
import Testing

@Suite struct HardwareWatchTests {
  @Test(arguments: [("1!", HardwareWatch.Event.moved), ("!", .removed)])
  func `an urgent event is a move, or the end of a file that cannot be read`(
    text: String,
    event: HardwareWatch.Event
  ) throws {
    let loop = try EventLoop()
    let line = try UrgentLine()
    let reported = Reports()
    let watch = try HardwareWatch(line.receiver(), on: loop) { reported.note($0, loop) }

    line.send(text)
    loop.run()

    #expect(reported.all == [event])
    withExtendedLifetime(watch) {}
  }

  /// The kernel has each attribute poll as changed until it is read.
  @Test func `an attribute of sysfs that has not changed since the watch began is no move`() throws {
    let loop = try EventLoop()
    let reported = Reports()
    let attribute = AttributeFile(path: "/sys/kernel/uevent_seqnum")
    let watch = try #require(HardwareWatch(opening: attribute, on: loop) { reported.note($0, loop) })

    loop.perform { [loop] in loop.stop() }
    loop.run()

    #expect(reported.all == [])
    withExtendedLifetime(watch) {}
  }

  @Test func `a plain file is not watched`() throws {
    let tree = try FakeTree([Machine.keyboard.with(["brightness_hw_changed": 1])])
    let loop = try EventLoop()
    let file = AttributeFile(path: tree.path("\(Machine.keyboard.path)/brightness_hw_changed"))

    let watch = HardwareWatch(opening: file, on: loop) { _ in }

    #expect(watch == nil)
    #expect(loop.watchCount == 0)
  }

  @Test func `a released watch leaves nothing on the loop`() throws {
    let loop = try EventLoop()
    let line = try UrgentLine()

    do {
      let watch = try HardwareWatch(line.receiver(), on: loop) { _ in }
      #expect(loop.watchCount == 1)
      withExtendedLifetime(watch) {}
    }

    #expect(loop.watchCount == 0)
  }

  private final class Reports: Sendable {
    private let list = Mutex<[HardwareWatch.Event]>([])

    var all: [HardwareWatch.Event] { list.withLock { $0 } }

    func note(_ reported: HardwareWatch.Event, _ loop: EventLoop) {
      list.withLock { $0.append(reported) }
      loop.stop()
    }
  }
}
