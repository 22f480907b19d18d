@testable import BrightnessEventLoop

import CBrightnessLinux
import Glibc
import Synchronization
import Testing

@Suite struct ClockChangeTests {
  @Test(
    arguments: [([.zero, .zero], .zero), ([.seconds(40), .seconds(45)], .seconds(5))] as [([Duration], Duration)]
  )
  func `a jump of the wall clock is reported once, with the time in suspend`(
    looks: [Duration],
    suspended: Duration
  ) throws {
    let loop = try EventLoop(wallClock: .jumping(suspended: looks))
    let log = Log(of: ClockChange.self)
    let watch = try loop.onClockChange { log.write($0) }

    loop.takeTurn()
    loop.takeTurn()

    #expect(log.entries == [ClockChange(suspended: suspended)])
    _ = consume watch
  }

  @Test func `an expired timer is not a jump`() throws {
    let loop = try EventLoop(wallClock: .expiring)
    let log = Log(of: ClockChange.self)
    let watch = try loop.onClockChange { log.write($0) }

    loop.takeTurn()

    #expect(log.entries == [])
    _ = consume watch
  }

  @Test func `the kernel timer exists only while there is a watch`() throws {
    let loop = try EventLoop()
    let before = try loop.kernelWatchCount

    let watch = try loop.onClockChange { _ in }
    #expect(try loop.kernelWatchCount == before + 1)

    _ = consume watch
    #expect(try loop.kernelWatchCount == before)
  }

  @Test func `the kernel's timer never expires, and is silent until the clock jumps`() throws {
    let file = try WallClock.kernel.open()
    var setting = itimerspec()

    timerfd_gettime(file.number, &setting)
    let hasJumped = WallClock.kernel.hasChanged(file)

    #expect(setting.it_value.tv_sec > 1_000_000_000)
    #expect(!hasJumped)
  }

  @Test func `the time in suspend is reported once, in whole milliseconds`() {
    let meter = SuspensionMeter(.seconds(1))

    #expect(meter.advance(to: .seconds(1) + .microseconds(999)) == .zero)
    #expect(meter.advance(to: .seconds(1) + .microseconds(2500)) == .milliseconds(2))
    #expect(meter.advance(to: .seconds(1) + .microseconds(2500)) == .zero)
    #expect(meter.advance(to: .zero) == .zero)
  }
}

extension WallClock {
  /// A kernel whose clock jumps once, and that reports these times in suspend.
  fileprivate static func jumping(suspended: [Duration]) -> WallClock {
    let looks = Mutex(suspended[...])
    return WallClock(
      open: { () throws(SystemError) in try Descriptor.counter(1) },
      read: { file, buffer in
        guard Glibc.read(file, buffer.baseAddress, buffer.count) > 0 else { return -1 }
        errno = ECANCELED
        return -1
      },
      suspended: { looks.withLock { $0.removeFirst() } }
    )
  }

  /// A kernel whose timer expires.
  fileprivate static let expiring = WallClock(
    open: { () throws(SystemError) in try Descriptor.counter(1) },
    read: { Glibc.read($0, $1.baseAddress, $1.count) }
  )
}
