@testable import BrightnessEventLoop

import Glibc
import Programs
import Testing

@Suite struct HangUpTests {
  @Test func `the end of a pipe's reader is reported once`() throws {
    let loop = try EventLoop()
    let calls = Counter()
    let pipe = try Pipe()
    let watch = try loop.onHangUp(of: pipe.writing) { calls.increment() }

    loop.takeTurn()
    #expect(calls.value == 0)
    _ = consume pipe.reading
    loop.takeTurn()
    loop.takeTurn()

    #expect(calls.value == 1)
    #expect(loop.watchCount == 0)
    _ = consume watch
  }

  @Test func `a pipe stays as blocking as it was`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    try systemCall("configure", "pipe") { fcntl(pipe.writing.number, F_SETFL, 0) }

    let watch = try loop.onHangUp(of: Descriptor(duplicating: pipe.writing.number)) {}

    #expect(fcntl(pipe.writing.number, F_GETFL) & O_NONBLOCK == 0)
    _ = consume watch
  }

  @Test func `a file has no reader that could go`() throws {
    let loop = try EventLoop()

    let isWatched = try loop.onHangUp(of: Descriptor(opening: "/dev/null", O_WRONLY)) {} != nil

    #expect(!isWatched)
  }
}
