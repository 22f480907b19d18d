import BrightnessEventLoop
import Glibc
import PlayedCompositor
import Programs
import Synchronization
import Testing
import Wayland

@Suite struct WaylandConnectionTests {
  typealias Global = PlayedCompositor.Global

  @Test(
    arguments: [
      [Global.seat(1), .notifier(2, version: 1)], [.notifier(2, version: 1), .seat(1)],
    ]
  )
  func `a seat is watched, whether it is announced before or after the notifier`(globals: [Global]) throws {
    let session = try Session(globals)

    session.connection.arm(IdleRule(after: .seconds(300)), round: 1)
    session.settle()
    session.compositor.setIdle(1, true)
    session.settle()
    session.compositor.setIdle(1, false)
    session.settle()

    #expect(session.compositor.notifications == [.init(seat: 1, milliseconds: 300_000)])
    #expect(
      session.events.all == [
        .announced(.init(name: 1)), .ready(notifier: 1), .idled(.init(name: 1), round: 1),
        .resumed(.init(name: 1), round: 1),
      ]
    )
  }

  @Test func `a seat that is announced later is watched by the same rule, until it is removed`() throws {
    let session = try Session([.seat(1), .notifier(2, version: 1)])
    session.connection.arm(IdleRule(after: .seconds(1)), round: 1)

    session.compositor.announce(.seat(7))
    session.settle()
    let watched = session.compositor.notifications.map(\.seat)
    session.compositor.setIdle(7, true)
    session.compositor.remove(7)
    session.settle()

    #expect(watched == [1, 7])
    #expect(session.compositor.notifications.map(\.seat) == [1])
    #expect(session.later == [.announced(.init(name: 7)), .idled(.init(name: 7), round: 1), .removed(.init(name: 7))])
  }

  @Test func `each rule replaces the notifications, and none is left without a rule`() throws {
    let session = try Session([.seat(1), .seat(3), .notifier(2, version: 2)])

    session.connection.arm(IdleRule(after: .seconds(1)), round: 1)
    session.settle()
    session.compositor.setIdle(1, true)
    session.settle()
    session.connection.arm(IdleRule(after: .seconds(2), ignoringInhibitors: true), round: 2)
    session.settle()
    let watched = session.compositor.notifications
    session.connection.disarm()
    session.settle()

    #expect(watched == [1, 3].map { .init(seat: $0, milliseconds: 2000, ignoresInhibitors: true) })
    #expect(session.compositor.notifications.isEmpty)
  }

  @Test func `an event for a notification that was replaced is not reported`() throws {
    let session = try Session([.seat(1), .notifier(2, version: 1)])
    session.connection.arm(IdleRule(after: .seconds(1)), round: 1)
    session.settle()

    // The compositor sends it before it reads that the notification is gone.
    session.compositor.setIdle(1, true)
    session.connection.arm(IdleRule(after: .seconds(1)), round: 1)
    session.settle()

    #expect(session.later == [])
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 2)])
  func `binds the notifier in a version that both know`(offered: UInt32, bound: UInt32) throws {
    let session = try Session([.notifier(2, version: offered)])

    #expect(session.compositor.bound == [.notifier(2, version: bound)])
    #expect(session.events.all == [.ready(notifier: bound)])
  }

  @Test func `a compositor without a notifier is reported as such`() throws {
    let session = try Session([.seat(1), Global(2, "wl_shm", version: 1)])

    session.connection.arm(IdleRule(after: .seconds(1)), round: 1)
    session.settle()

    #expect(session.events.all == [.announced(.init(name: 1)), .ready(notifier: nil)])
    #expect(session.compositor.notifications.isEmpty)
  }

  @Test func `messages may be cut at every byte`() throws {
    let session = try Session([.seat(1), .notifier(2, version: 1)], inBytes: true)
    session.connection.arm(IdleRule(after: .seconds(1)), round: 1)
    session.settle()

    session.compositor.setIdle(1, true)
    session.settle()

    #expect(
      session.events.all
        == [.announced(.init(name: 1)), .ready(notifier: 1), .idled(.init(name: 1), round: 1)]
    )
  }

  @Test func `more globals than a buffer holds are read`() throws {
    let others = (100..<2100).map { Global($0, "zwlr_of_nobody_v\($0)", version: 1) }
    let session = try Session(others + [.seat(1), .notifier(2, version: 1)])

    #expect(session.events.all == [.announced(.init(name: 1)), .ready(notifier: 1)])
  }

  @Test func `the end of the compositor is reported once`() throws {
    let session = try Session([.seat(1), .notifier(2, version: 1)])

    session.compositor.die()
    session.settle()
    session.connection.arm(IdleRule(after: .seconds(1)), round: 1)
    session.settle()

    #expect(session.later == [.ended(.ended)])
    #expect(session.loop.watchCount == 0)
  }

  @Test func `events before the end are reported`() throws {
    let session = try Session([.seat(1), .notifier(2, version: 1)])
    session.connection.arm(IdleRule(after: .seconds(1)), round: 1)
    session.settle()

    session.compositor.setIdle(1, true)
    session.compositor.die()
    session.settle()

    #expect(session.later == [.idled(.init(name: 1), round: 1), .ended(.ended)])
  }

  @Test func `an error that the compositor found is reported with its interface`() throws {
    let session = try Session([.notifier(2, version: 1)])

    session.compositor.refuse(4)
    session.settle()

    #expect(session.later == [.ended(.refused(interface: "ext_idle_notifier_v1", code: 4))])
  }

  @Test func `what is no message ends the connection`() throws {
    let session = try Session([.seat(1), .notifier(2, version: 1)])

    // A size of 4 bytes, with the header.
    session.compositor.deliver([2, 0, 0, 0, 0, 0, 4, 0])
    session.settle()

    #expect(session.later == [.ended(.failed(ErrorCode(rawValue: EBADMSG)))])
    #expect(session.loop.watchCount == 0)
  }

  @Test func `a descriptor that the compositor passes is closed`() throws {
    let session = try Session([.seat(1), .notifier(2, version: 1)])
    let pipe = try Pipe()
    let reading = pipe.reading

    session.compositor.announce(.seat(3), passing: pipe.writing)
    session.settle()

    // The pipe has no other writer.
    var byte: UInt8 = 0
    #expect(try withUnsafeMutableBytes(of: &byte) { try reading.read(into: $0) } == 0)
    #expect(session.later == [.announced(.init(name: 3))])
  }

  @Test func `a connection closes its socket when it is dropped`() throws {
    var session: Session? = try Session([.seat(1), .notifier(2, version: 1)])
    let compositor = try #require(session).compositor
    session?.connection.arm(IdleRule(after: .seconds(1)), round: 1)

    session = nil

    while compositor.serve() {}
    #expect(compositor.losesClient())
  }
}

/// A connection to a played compositor, after its start.
private final class Session {
  let loop: EventLoop
  let compositor: PlayedCompositor
  let connection: WaylandConnection
  let events = Events()
  private let start: Int

  init(_ globals: [PlayedCompositor.Global], inBytes: Bool = false) throws {
    let loop = try EventLoop()
    let compositor = try PlayedCompositor(globals)
    if inBytes {
      let whole = compositor.deliver
      compositor.deliver = { bytes in
        for byte in bytes {
          whole([byte])
          loop.takeTurn()
        }
      }
    }
    self.loop = loop
    self.compositor = compositor
    connection = try WaylandConnection(owning: Descriptor(owning: compositor.clientEnd), on: loop) { [events] event in
      events.append(event)
    }
    Self.settle(loop, compositor)
    start = events.all.count
  }

  /// The events since the start.
  var later: [WaylandEvent] { Array(events.all.dropFirst(start)) }

  /// Lets both sides act until neither has anything to say.
  func settle() { Self.settle(loop, compositor) }

  private static func settle(_ loop: EventLoop, _ compositor: PlayedCompositor) {
    // It reads 4 KiB a turn.
    repeat { for _ in 0..<32 { loop.takeTurn() } } while compositor.serve()
  }
}

private final class Events: Sendable {
  private let events = Mutex<[WaylandEvent]>([])

  var all: [WaylandEvent] { events.withLock { $0 } }

  func append(_ event: WaylandEvent) { events.withLock { $0.append(event) } }
}

extension EventLoop {
  /// Takes a turn that never waits.
  fileprivate func takeTurn() {
    perform { self.stop() }
    run()
  }
}
