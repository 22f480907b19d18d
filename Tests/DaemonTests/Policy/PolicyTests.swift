import struct Brightness.Seat
import EventLoop
import Glibc
import Testing

@testable import Daemon

@Suite struct PolicyTests {
  private let policy = Policy(group: 44)
  private let seat = Seat(active: 1001, users: [1000, 1001])

  @Test(arguments: [
    (Peer(user: 0, group: 0), Request.read, true),
    (Peer(user: 0, group: 0), .readSession(of: 1000), true),
    (Peer(user: 0, group: 0), .change, true),
    (Peer(user: 0, group: 0), .endSession(of: 1000), true),
    (Peer(user: 0, group: 0), .endAllSessions, true),

    (Peer(user: 1000, group: 1000), .read, true),
    (Peer(user: 1000, group: 1000), .readSession(of: 1000), true),
    (Peer(user: 1000, group: 1000), .readSession(of: 1002), false),
    (Peer(user: 1000, group: 1000), .change, false),
    (Peer(user: 1000, group: 1000), .endSession(of: 1000), true),
    (Peer(user: 1000, group: 1000), .endSession(of: 1002), false),
    (Peer(user: 1000, group: 1000), .endAllSessions, false),

    (Peer(user: 1000, group: 44), .change, true),
    (Peer(user: 1000, group: 1000, groups: [4, 44]), .change, true),
    (Peer(user: 1000, group: 1000, groups: [4, 45]), .change, false),
    (Peer(user: 1000, group: 44), .readSession(of: 1002), false),
    (Peer(user: 1000, group: 44), .endSession(of: 0), false),
    (Peer(user: 1000, group: 44), .endAllSessions, false),
    (Peer(user: 44, group: 1000), .change, false),
    (Peer(user: 1000, group: 0, groups: [0]), .change, false),

    (Peer(user: 1001, group: 1001), .change, true),
    (Peer(user: 1001, group: 1001), .readSession(of: 1002), false),
    (Peer(user: 1001, group: 1001), .endSession(of: 1002), false),
  ])
  func `who may do what`(peer: Peer, request: Request, isAllowed: Bool) {
    #expect((policy.may(peer, request, at: seat) == .allowed) == isAllowed)
  }

  @Test func `without a group and a seat only root changes lights`() {
    let policy = Policy()

    #expect(policy.may(Peer(user: 0, group: 0), .change, at: Seat()) == .allowed)
    #expect(policy.may(Peer(user: 1001, group: 44), .change, at: Seat()) != .allowed)
  }

  @Test func `a refusal says who would be allowed`() {
    let peer = Peer(user: 1000, group: 1000)

    let changers = "lights are changed by root, members of group 44 and whoever sits at the machine"
    #expect(policy.may(peer, .change, at: seat) == .denied(changers))
    #expect(
      Policy().may(peer, .change, at: seat) == .denied("lights are changed by root and whoever sits at the machine")
    )
    #expect(policy.may(peer, .endAllSessions, at: seat) == .denied("other users' sessions are ended by root alone"))
  }

  @Test func `a machine's owner changes lights, and ends no session of others`() {
    let policy = Policy(owner: 1000)

    #expect(policy.may(Peer(user: 1000, group: 1000), .change, at: Seat()) == .allowed)
    #expect(policy.may(Peer(user: 1001, group: 1000), .change, at: Seat()) != .allowed)
    #expect(policy.may(Peer(user: 1000, group: 1000), .endAllSessions, at: Seat()) != .allowed)
  }

  @Test func `a daemon that belongs to a user obeys nobody else who sits at the machine`() {
    let policy = Policy(owner: 1000, heedsSeat: false)
    let peer = Peer(user: 1001, group: 1001)
    let changers = "lights are changed by root and whoever the daemon belongs to"

    #expect(policy.may(peer, .change, at: Seat(active: 1001)) == .denied(changers))
    #expect(policy.may(Peer(user: 1000, group: 1000), .change, at: Seat(active: 1001)) == .allowed)
  }

  @Test func `the kernel says who connected, with all groups`() throws {
    var numbers: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &numbers)
    let ours = Descriptor(owning: numbers[0])
    let theirs = Descriptor(owning: numbers[1])
    var groups = [gid_t](repeating: 0, count: 65_536)
    let count = getgroups(CInt(groups.count), &groups)

    let peer = try Peer(of: ours)

    #expect(peer == Peer(user: getuid(), group: getgid(), groups: Set(groups.prefix(Int(count)))))
    #expect(theirs.number >= 0)
  }

  @Test func `what is no socket has no peer`() throws {
    let file = try Descriptor(opening: "/dev/null", O_RDONLY)

    #expect(throws: DaemonError.self) { try Peer(of: file) }
  }

  @Test func `a group is known by name and by number`() {
    #expect(SystemAccounts.group("root") == 0)
    #expect(SystemAccounts.group("4321") == 4321)
    #expect(SystemAccounts.group("no-such-group-here") == nil)
  }
}
