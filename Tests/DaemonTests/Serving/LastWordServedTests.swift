import Guarantees
import HardwareTesting
import Testing

@testable import Daemon

/// The core's rules are in LastWordTests; these are about the connections.
@Suite(.tags(.oneEnd)) struct LastWordServedTests {
  private let daemon: TestDaemon
  private let film: SocketClient
  private let other: SocketClient

  init() throws {
    daemon = try TestDaemon(serving: Configuration())
    film = try SocketClient(daemon)
    other = try SocketClient(daemon)
  }

  @Test(arguments: ["Cancel", "Reset"])
  func `a hold that is cancelled while it fades receives that as its only reply, and its connection closes`(
    method: String
  ) throws {
    film.begin("Sessions.Hold", SocketClient.scene(30, #","fadeMilliseconds":3000"#), wantsMore: true)
    for _ in 0..<4 { daemon.takeTurn() }

    other.begin("Sessions.\(method)", method == "Cancel" ? #"{"session":\#(film.session)}"# : "{}")

    #expect(film.received() == [SocketClient.notification("cancelled", isLast: true)])
    #expect(film.isClosed)
    #expect(daemon.level() == 60)
  }

  @Test func `a hold that was sent and not read when its session is cancelled is refused`() throws {
    other.begin("Sessions.Cancel", #"{"session":\#(film.session)}"#)
    film.begin("Sessions.Hold", SocketClient.scene(30), wantsMore: true)

    let session = #"{"session":\#(film.session)}"#
    #expect(film.received() == [#"{"error":"io.brightnessd.Sessions.NoSuchSession","parameters":\#(session)}"#])
    #expect(film.isClosed)
    #expect(daemon.files.takeWritten() == [])
  }

  @Test func `a level that is set is answered before the connection of a cancelled session closes`() throws {
    film.appear(80)
    film.begin("Lights.Set", #"{"level":{"raw":50}}"#)
    for _ in 0..<4 { daemon.takeTurn() }

    other.begin("Sessions.Cancel", #"{"session":\#(film.session)}"#)

    #expect(film.received().map { $0.contains(#""baseRaw":50"#) } == [true])
    #expect(film.isClosed)
  }

  @Test(arguments: ["Lights", "Sessions"])
  func `a watch whose session is cancelled ends with an error`(interface: String) throws {
    film.call("\(interface).Watch", wantsMore: true)

    other.begin("Sessions.Cancel", #"{"session":\#(film.session)}"#)

    let last = #"{"error":"io.brightnessd.\#(interface).SessionEnded","parameters":{}}"#
    #expect(film.received().last == last)
    #expect(film.isClosed)
  }

  @Test(arguments: ["Lights", "Sessions"])
  func `a watch behind the call during which its session is cancelled ends with an error`(interface: String) throws {
    film.appear(80)
    film.begin("Lights.Set", #"{"level":{"raw":50}}"#)
    film.begin("\(interface).Watch", wantsMore: true)
    for _ in 0..<4 { daemon.takeTurn() }

    other.begin("Sessions.Cancel", #"{"session":\#(film.session)}"#)

    let last = #"{"error":"io.brightnessd.\#(interface).SessionEnded","parameters":{}}"#
    #expect(film.received().last == last)
    #expect(film.isClosed)
  }

  @Test func `a watch behind a hold that the user's change ends goes on`() throws {
    film.hold(30, #","onUserChange":"cancel""#)

    other.begin("Lights.Set", #"{"level":{"raw":50}}"#)
    film.begin("Sessions.Watch", wantsMore: true)

    #expect(
      film.received() == [SocketClient.notification("cancelled", isLast: true), #"{"parameters":{},"continues":true}"#]
    )
  }

  @Test func `a call behind a hold ends it with an error, and is answered`() throws {
    film.hold(30)

    film.begin("Sessions.PopFrom", #"{"scene":1}"#)

    #expect(
      film.received() == [
        #"{"error":"io.brightnessd.Sessions.AnotherCall","parameters":{}}"#,
        #"{"error":"io.brightnessd.Sessions.NoSuchScene","parameters":{"scene":1}}"#,
      ]
    )
    #expect(!film.isClosed)
    #expect(daemon.level() == 60)
  }

  @Test func `a call that is sent together with a hold ends it`() throws {
    film.begin("Sessions.Hold", SocketClient.scene(30), wantsMore: true)
    film.begin("Sessions.Push", SocketClient.scene(20))

    #expect(
      film.received() == [
        #"{"error":"io.brightnessd.Sessions.AnotherCall","parameters":{}}"#, #"{"parameters":{"scene":2}}"#,
      ]
    )
    #expect(daemon.level() == 60)
  }

  @Test(arguments: ["Lights", "Sessions"])
  func `a call behind a watch ends it with an error, and is answered`(interface: String) throws {
    film.call("\(interface).Watch", wantsMore: true)

    film.begin("Sessions.OnAppear", #"{"scene":1}"#)

    #expect(
      film.received() == [
        #"{"error":"io.brightnessd.\#(interface).AnotherCall","parameters":{}}"#,
        #"{"error":"io.brightnessd.Sessions.NoSuchScene","parameters":{"scene":1}}"#,
      ]
    )
  }
}
