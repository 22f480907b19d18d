@testable import BrightnessEventLoop

import Glibc
import Programs
import Testing

@Suite struct WatchTests {
  private let loop: EventLoop

  init() throws { loop = try EventLoop() }

  @Test func `a ready descriptor is reported once a turn until it is read`() throws {
    let log = Log(of: Readiness.self)
    let watched = try loop.watch(try Descriptor.counter(1), for: .readable) { log.write($0) }

    loop.takeTurn()
    loop.takeTurn()
    var count: UInt64 = 0
    let length = try withUnsafeMutableBytes(of: &count) { try watched.descriptor.read(into: $0) }
    loop.takeTurn()

    #expect(log.entries == [.readable, .readable])
    #expect(length == 8 && count == 1)
  }

  @Test func `a watched descriptor is non-blocking`() throws {
    var numbers: [CInt] = [-1, -1]
    _ = socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &numbers)
    let peer = Descriptor(owning: numbers[1])
    let watched = try loop.watch(Descriptor(owning: numbers[0]), for: .readable) { _ in }

    let flags = fcntl(watched.descriptor.number, F_GETFL)

    #expect(flags & O_NONBLOCK != 0)
    _ = consume peer
  }

  @Test func `a watch ends inside its own callback`() throws {
    let calls = Counter()
    let slot = Slot<WatchedDescriptor>()
    slot.put(
      try loop.watch(try Descriptor.counter(1), for: .readable) { _ in
        calls.increment()
        slot.take()
      }
    )

    loop.takeTurn()
    loop.takeTurn()

    #expect(calls.value == 1)
    #expect(loop.watchCount == 0)
  }

  @Test func `a watch that is ended by an earlier callback of the turn is not called`() throws {
    let log = Log(of: String.self)
    let slot = Slot<WatchedDescriptor>()
    let first = try loop.watch(try Descriptor.counter(1), for: .readable) { _ in
      log.write("first")
      slot.take()
    }
    slot.put(try loop.watch(try Descriptor.counter(1), for: .readable) { _ in log.write("second") })

    loop.takeTurn()

    #expect(log.entries == ["first"])
    _ = consume first
  }

  @Test func `an event of a closed descriptor is not delivered to the next one of its number`() throws {
    let log = Log(of: String.self)
    let slot = Slot<WatchedDescriptor>()
    // Above the descriptor numbers of tests that run at the same time.
    let second = try Descriptor.counter(1, from: 1000)
    let number = second.number
    let first = try loop.watch(try Descriptor.counter(1), for: .readable) { _ in
      guard slot.take() != nil, let next = try? Descriptor.counter(0, from: number) else { return }
      log.write("number \(next.number) again")
      if let watch = try? loop.watch(next, for: .readable, { _ in log.write("stale") }) { slot.put(watch) }
    }
    slot.put(try loop.watch(second, for: .readable) { _ in log.write("second") })

    loop.takeTurn()

    #expect(log.entries == ["number \(number) again"])
    #expect(loop.watchCount == 2)
    _ = consume first
  }

  @Test func `a pipe without a reader has failed`() throws {
    let log = Log(of: Readiness.self)
    let pipe = try Pipe()
    let watched = try loop.watch(pipe.writing, for: .writable) { log.write($0) }

    _ = consume pipe.reading
    loop.takeTurn()

    #expect(log.entries == [[.writable, .failed]])
    _ = consume watched
  }

  @Test func `a watch for no events is silent, hang-ups included, until its interest changes`() throws {
    let log = Log(of: Readiness.self)
    let pipe = try Pipe()
    let watched = try loop.watch(pipe.reading, for: .readable) { log.write($0) }
    _ = consume pipe.writing

    try watched.wait(for: [])
    loop.takeTurn()
    #expect(log.entries == [])

    try watched.wait(for: .readable)
    loop.takeTurn()
    #expect(log.entries == [.hangUp])
  }

  @Test func `a watch may change its interest inside its callback`() throws {
    let log = Log(of: Readiness.self)
    let watched = Slot<WatchedDescriptor>()
    let change: @Sendable (Readiness) -> Void = { readiness in
      log.write(readiness)
      guard let watch = watched.take() else { return }
      #expect(throws: Never.self) { try watch.wait(for: .writable) }
      watched.put(watch)
    }
    watched.put(try loop.watch(try Descriptor.counter(1), for: .readable, change))

    loop.takeTurn()
    loop.takeTurn()

    #expect(log.entries == [.readable, .writable])
    watched.take()
  }

  @Test func `a watch dropped by another thread leaves the kernel at once and the loop at its next turn`() throws {
    let slot = Slot<WatchedDescriptor>()
    let before = try loop.kernelWatchCount
    slot.put(try loop.watch(try Descriptor.counter(0), for: .readable) { _ in })
    #expect(try loop.kernelWatchCount == before + 1)

    OtherThread { slot.take() }.join()
    #expect(try loop.kernelWatchCount == before)

    loop.takeTurn()
    #expect(loop.watchCount == 0)
  }
}
