import ComposableTesting
import RandomHistories
import Testing

@testable import Brightness

@Suite struct StandingChangesTests {
  private let desk = MindDesk()

  @Test(arguments: [10, 1000])
  func `a claim concerns its session and the one that decided before, however many hold`(count: Int) throws {
    for session in 1...count { try hold(session) }
    var changes = seen()

    try hold(count + 1)

    #expect(changes.reach(in: desk.state) == .sessions([SessionID(count), SessionID(count + 1)]))
  }

  @Test func `an end concerns the session that ended and the one that decides now`() throws {
    for session in 1...10 { try hold(session) }
    var changes = seen()

    desk.send(.sessionEnded(SessionID(10), .closed))
    desk.tellLights()

    #expect(changes.reach(in: desk.state) == .sessions([SessionID(9), SessionID(10)]))
  }

  @Test func `what happened to nobody concerns nobody`() throws {
    try hold(1)
    var changes = seen()

    #expect(changes.reach(in: desk.state) == .sessions([]))
  }

  @Test func `the first who decides concerns everybody`() throws {
    try hold(1, .most(80))
    var changes = seen()

    try hold(2)

    #expect(changes.reach(in: desk.state) == .everybody)
  }

  @Test(arguments: historySeeds(3))
  func `there is no news for those whom the changes do not concern`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var changes = StandingChanges()
    var watches = owners.map { SceneWatch($0) }
    for session in 1...5 { desk.open(session, UInt32(session), with: try request(.at(20)), try request(.most(80))) }

    for _ in 0..<300 {
      happen(&random)
      let reach = changes.reach(in: desk.state)
      for index in watches.indices {
        let news = watches[index].news(in: desk.state)
        #expect(news.isEmpty || reach.includes(watches[index].owner.session), "seed \(seed)")
      }
    }
  }

  private var owners: [ClaimOwner] { (1...5).flatMap { [owner($0, 1), owner($0, 2)] } }

  private func happen(_ random: inout SeededRandom) {
    let owner = random.one(of: owners)
    switch random.number(below: 100) {
    case 0: desk.send(.sessionEnded(owner.session, .closed))
    case 1..<4: desk.move(to: 1 + random.number(below: 99))
    case 4..<10: desk.seat(UInt32(random.number(below: 6)), among: [1, 2, 3])
    case 10..<50: desk.appear(owner)
    default: desk.happen(.disappeared, to: owner)
    }
    if random.oneIn(2) { desk.tellLights() }
  }

  private func hold(_ session: Int, _ wish: Wish = .at(20)) throws {
    desk.open(session, with: try request(wish))
    desk.appear(owner(session))
    desk.tellLights()
  }

  private func seen() -> StandingChanges {
    var changes = StandingChanges()
    _ = changes.reach(in: desk.state)
    return changes
  }
}

extension StandingChanges.Reach {
  fileprivate func includes(_ session: SessionID) -> Bool {
    switch self {
    case .sessions(let sessions): sessions.contains(session)
    case .everybody: true
    }
  }
}
