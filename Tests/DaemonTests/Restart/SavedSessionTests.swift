import BrightnessModel
import Testing

@testable import Brightness
@testable import Daemon

/// The numbers of a saved session, each at the ends of its range.
@Suite struct SavedSessionTests {
  private static let years = Duration.seconds(100 * 365 * 86_400)
  private static let overflowing = Duration(secondsComponent: .max, attosecondsComponent: 0)

  @Test(arguments: [
    (1, true), (SessionID.highestRecorded, true), (.min, false), (-1, false), (0, false),
    (SessionID.highestRecorded + 1, false), (.max, false),
  ])
  func `a session is read if its numbers are possible`(number: Int, isRead: Bool) throws {
    #expect((SavedSession(line: try line(number: number)) != nil) == isRead)
    #expect((SavedSession(line: try line(pushed: number)) != nil) == isRead)
  }

  @Test(arguments: [
    (.zero, true), (years, true), (.nanoseconds(-1), false), (years + .nanoseconds(1), false), (overflowing, false),
  ])
  func `a session is read if its times are possible`(time: Duration, isRead: Bool) throws {
    #expect((SavedSession(line: try line(opened: time)) != nil) == isRead)
    #expect((SavedSession(line: try line(since: time)) != nil) == isRead)
  }

  @Test func `a session with a deadline beyond all times is not read`() throws {
    #expect(SavedSession(line: try line(expires: .seconds(60))) != nil)
    #expect(SavedSession(line: try line(since: Self.years, expires: .seconds(60))) == nil)
  }

  private func line(
    number: Int = 1,
    pushed: Int = 1,
    opened: Duration = .seconds(1),
    since: Duration = .seconds(1),
    expires: Duration? = nil
  ) throws -> String {
    let request = try SceneRequest(claims: [Claim(.exactly(.all))], expires: expires)
    let key = SceneKey(session: SessionID(number), scene: SceneID(1))
    let appearance = Scene.Appearance(of: request, since: Moment(since))
    let scene = Scene.State(key: key, request: request, appearance: appearance)
    let peer = Peer(uid: 1, gid: 1, pid: 1)
    let session = Session.State(SessionID(number), peer, opened: Moment(opened), pushed: pushed, scenes: [scene])
    return try SavedSession(session, hold: nil).line()
  }
}
