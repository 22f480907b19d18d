@testable import BrightnessVarlink

import BrightnessEventLoop
import Glibc
import Synchronization
import Testing

@Suite struct AcceptErrorTests {
  @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOBUFS])
  func `a listener pauses when there is no free descriptor`(_ code: CInt) throws {
    let kernel = Kernel()
    let (served, place) = try Served.listening(calls: kernel.calls)
    kernel.refuse(with: code)

    let peer = try RawPeer(connectingTo: place.path)
    let troubles = served.eventsOfTurn()
    served.takeTurn()
    served.takeTurn()

    #expect(troubles.count == 1)
    #expect(kernel.attempts == 1)
    #expect(served.log.take() == [])
    withExtendedLifetime(peer) {}
  }

  @Test func `a paused listener resumes when a connection ends`() throws {
    let kernel = Kernel()
    let (served, place) = try Served.listening(calls: kernel.calls)
    let first = try served.connect()
    kernel.refuse(with: EMFILE)
    let second = try RawPeer(connectingTo: place.path)
    served.takeTurn()
    _ = served.log.take()

    kernel.refuse(with: nil)
    first.close()
    served.takeTurn()
    served.takeTurn()
    second.send(.echo)
    served.takeTurn()

    #expect(served.log.take() == ["closed 1: the peer has finished", "opened 2"])
    #expect(second.receive() == [.echoReply])
    #expect(served.loop.timerCount == 0)
  }

  @Test func `a persistent error of accept is reported once, and again when it returns`() throws {
    let kernel = Kernel()
    let (served, place) = try Served.listening(calls: kernel.calls, pause: .zero)
    kernel.refuse(with: EMFILE, times: 3)
    let first = try RawPeer(connectingTo: place.path)
    for _ in 0..<6 { served.takeTurn() }
    kernel.refuse(with: ENFILE, times: 1)
    let second = try RawPeer(connectingTo: place.path)
    for _ in 0..<3 { served.takeTurn() }

    #expect(
      served.log.take() == [
        "cannot accept on 'socket': too many open files", "opened 1",
        "cannot accept on 'socket': too many open files in system", "opened 2",
      ]
    )
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a server that stops while it is paused leaves no timer`() throws {
    let kernel = Kernel()
    let (served, place) = try Served.listening(calls: kernel.calls)
    kernel.refuse(with: EMFILE)
    let peer = try RawPeer(connectingTo: place.path)
    served.takeTurn()

    served.server.stop()

    #expect(served.loop.timerCount == 0)
    #expect(served.loop.watchCount == 0)
    withExtendedLifetime(peer) {}
  }

  @Test func `a client that disconnects before it is accepted is not an error`() throws {
    let kernel = Kernel()
    let (served, place) = try Served.listening(calls: kernel.calls)
    kernel.refuse(with: ECONNABORTED, times: 3)

    let peer = try RawPeer(connectingTo: place.path)

    #expect(served.eventsOfTurn() == ["opened 1"])
    #expect(kernel.attempts == 5)
    withExtendedLifetime(peer) {}
  }

  @Test func `many clients that connect and disconnect at once are all reported`() throws {
    let (served, place) = try Served.listening()

    for _ in 0..<200 {
      try RawPeer(connectingTo: place.path).close()
      served.takeTurn()
    }
    for _ in 0..<3 { served.takeTurn() }

    let events = served.log.take()
    #expect(events.count { $0.hasPrefix("opened") } == 200)
    #expect(events.count { $0.hasSuffix(": the peer has finished") } == 200)
    #expect(served.server.connectionCount == 0)
    #expect(served.loop.watchCount == 1)
  }
}

/// System calls with an accept(2) that fails on request.
private final class Kernel: Sendable {
  private struct State {
    var code: CInt?
    var left = 0
    var attempts = 0
  }

  private let state = Mutex(State())

  var attempts: Int { state.withLock { $0.attempts } }

  var calls: SocketSystemCalls {
    var calls = SocketSystemCalls.kernel
    calls.accept = { (socket) throws(SystemError) in
      if let code = self.nextRefusal() { throw SystemError("accept on", "socket", ErrorCode(rawValue: code)) }
      return try socket.accept()
    }
    return calls
  }

  func refuse(with code: CInt?, times: Int = .max) {
    state.withLock {
      $0.code = code
      $0.left = times
    }
  }

  private func nextRefusal() -> CInt? {
    state.withLock {
      $0.attempts += 1
      guard let code = $0.code, $0.left > 0 else { return nil }
      $0.left -= 1
      return code
    }
  }
}
