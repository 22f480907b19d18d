import BrightnessEventLoop
import BrightnessModel
import Glibc
import Testing

@testable import Daemon

@Suite struct PolicyTests {
  private let policy = Policy(groups: [Group(name: "44", number: 44)])
  private let seat = Seat(active: 1001, users: [1000, 1001])

  @Test(arguments: [
    (Peer(uid: 0, gid: 0, pid: getpid()), Right.readSession(of: 1000), true),
    (Peer(uid: 0, gid: 0, pid: getpid()), .change, true),
    (Peer(uid: 0, gid: 0, pid: getpid()), .endSession(of: 1000), true),
    (Peer(uid: 0, gid: 0, pid: getpid()), .endAllSessions, true),

    (Peer(uid: 1000, gid: 1000, pid: getpid()), .readSession(of: 1000), true),
    (Peer(uid: 1000, gid: 1000, pid: getpid()), .readSession(of: 1002), false),
    (Peer(uid: 1000, gid: 1000, pid: getpid()), .change, false),
    (Peer(uid: 1000, gid: 1000, pid: getpid()), .endSession(of: 1000), true),
    (Peer(uid: 1000, gid: 1000, pid: getpid()), .endSession(of: 1002), false),
    (Peer(uid: 1000, gid: 1000, pid: getpid()), .endAllSessions, false),

    (Peer(uid: 1000, gid: 44, pid: getpid()), .change, true),
    (Peer(uid: 1000, gid: 1000, pid: getpid(), groups: [4, 44]), .change, true),
    (Peer(uid: 1000, gid: 1000, pid: getpid(), groups: [4, 45]), .change, false),
    (Peer(uid: 1000, gid: 44, pid: getpid()), .readSession(of: 1002), false),
    (Peer(uid: 1000, gid: 44, pid: getpid()), .endSession(of: 0), false),
    (Peer(uid: 1000, gid: 44, pid: getpid()), .endAllSessions, false),
    (Peer(uid: 44, gid: 1000, pid: getpid()), .change, false),
    (Peer(uid: 1000, gid: 0, pid: getpid(), groups: [0]), .change, false),

    (Peer(uid: 1001, gid: 1001, pid: getpid()), .change, true),
    (Peer(uid: 1001, gid: 1001, pid: getpid()), .readSession(of: 1002), false),
    (Peer(uid: 1001, gid: 1001, pid: getpid()), .endSession(of: 1002), false),
  ])
  func `a peer's rights follow from root, group, seat and session owner`(peer: Peer, right: Right, isAllowed: Bool) {
    #expect(policy.may(peer, right, at: seat) == isAllowed)
  }

  @Test func `without a group and a seat only root changes lights`() {
    let policy = Policy()

    #expect(policy.may(Peer(uid: 0, gid: 0, pid: getpid()), .change, at: Seat()))
    #expect(!policy.may(Peer(uid: 1001, gid: 44, pid: getpid()), .change, at: Seat()))
  }

  @Test func `the owner of a simulated machine changes lights, and cancels no session of others`() {
    let policy = Policy(owner: 1000)

    #expect(policy.may(Peer(uid: 1000, gid: 1000, pid: getpid()), .change, at: Seat()))
    #expect(!policy.may(Peer(uid: 1001, gid: 1000, pid: getpid()), .change, at: Seat()))
    #expect(!policy.may(Peer(uid: 1000, gid: 1000, pid: getpid()), .endAllSessions, at: Seat()))
  }

  @Test func `a per-user daemon refuses other users of the seat`() {
    let policy = Policy(owner: 1000, usesSeat: false)
    let peer = Peer(uid: 1001, gid: 1001, pid: getpid())

    #expect(!policy.may(peer, .change, at: Seat(active: 1001)))
    #expect(policy.may(Peer(uid: 1000, gid: 1000, pid: getpid()), .change, at: Seat(active: 1001)))
  }

  @Test func `the kernel reports the peer's user and all groups`() throws {
    var numbers: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &numbers)
    let ours = Descriptor(owning: numbers[0])
    let theirs = Descriptor(owning: numbers[1])
    var groups = [gid_t](repeating: 0, count: 65_536)
    let count = getgroups(CInt(groups.count), &groups)

    let peer = try Peer(of: ours)

    #expect(peer == Peer(uid: getuid(), gid: getgid(), pid: getpid(), groups: Set(groups.prefix(Int(count)))))
    #expect(theirs.number >= 0)
  }

  @Test func `a descriptor that is not a socket has no peer`() throws {
    let file = try Descriptor(opening: "/dev/null", O_RDONLY)

    #expect(throws: DaemonError.self) { try Peer(of: file) }
  }

  @Test func `a group is found by name and by number`() {
    #expect(SystemAccounts.group("root") == 0)
    #expect(SystemAccounts.group("4321") == 4321)
    #expect(SystemAccounts.group("no-such-group-here") == nil)
    #expect(SystemAccounts.groups(["root", "no-such-group-here", "7"]).map(\.number) == [0, 7])
    #expect(SystemAccounts.localGroup("root") == 0)
    #expect(SystemAccounts.localGroup("no-such-group-here") == nil)
  }
}
