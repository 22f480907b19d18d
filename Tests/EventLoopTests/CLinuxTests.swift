import CLinux
import EventLoop
import Glibc
import Testing

@Suite struct CLinuxTests {
  @Test func `SO_PEERCRED identifies the peer of a socket`() throws {
    var numbers: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &numbers)
    let near = Descriptor(owning: numbers[0])
    let far = Descriptor(owning: numbers[1])
    var peer = peer_credentials()
    var length = socklen_t(MemoryLayout<peer_credentials>.size)

    try systemCall("ask", "socket") { getsockopt(near.number, SOL_SOCKET, SO_PEERCRED, &peer, &length) }

    #expect(peer.pid == getpid() && peer.uid == geteuid() && peer.gid == getegid())
    _ = consume far
  }

  @Test func `process_control reads the timer slack`() throws {
    let slack = try systemCall("read", "timer slack") { process_control(PR_GET_TIMERSLACK, 0) }

    #expect(slack > 0)
  }
}
