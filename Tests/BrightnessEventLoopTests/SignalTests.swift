@testable import BrightnessEventLoop

import Glibc
import Testing

@Suite struct SignalTests {
  @Test func `a signal is delivered on the loop, with its sender`() throws {
    let loop = try EventLoop()
    let log = Log(of: Signal.self)
    let watch = try loop.onSignals([SIGUSR1]) { log.write($0) }

    raise(SIGUSR1)
    loop.takeTurn()

    #expect(log.entries == [Signal(number: SIGUSR1, sender: getpid(), user: getuid())])
    _ = consume watch
  }

  @Test func `pending signals are delivered together, lowest number first`() throws {
    let loop = try EventLoop()
    let log = Log(of: CInt.self)
    let watch = try loop.onSignals([SIGUSR2, SIGUSR1]) { log.write($0.number) }

    raise(SIGUSR2)
    raise(SIGUSR1)
    loop.takeTurn()

    #expect(log.entries == [SIGUSR1, SIGUSR2])
    _ = consume watch
  }

  @Test func `a signal after the end of its watch is ignored`() throws {
    let loop = try EventLoop()
    let log = Log(of: CInt.self)
    let before = try loop.kernelWatchCount
    let watch = try loop.onSignals([SIGUSR1]) { log.write($0.number) }

    _ = consume watch
    raise(SIGUSR1)
    loop.takeTurn()
    #expect(log.entries == [])
    #expect(try loop.kernelWatchCount == before)

    let next = try loop.onSignals([SIGUSR1]) { log.write($0.number) }
    loop.takeTurn()
    #expect(log.entries == [SIGUSR1])
    _ = consume next
  }
}
