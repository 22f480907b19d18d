import Testing

@testable import Composable

@Suite struct RosterTests {
  @Test func `members are told in the order of their numbers, whatever ended in between`() {
    var roster = Roster<Member>()
    let guests = (1...100).map { Member($0) }
    for guest in guests { roster.insert(guest) }

    for guest in guests where guest.key % 3 != 0 { roster.remove(guest) }

    #expect(roster.all.map(\.key) == guests.map(\.key).filter { $0 % 3 == 0 })
    #expect(roster.count == 33)
  }

  @Test func `a member is found by its number until it is removed`() {
    var roster = Roster<Member>()
    let guests = (1...50).map { Member($0) }
    for guest in guests { roster.insert(guest) }

    roster.remove(guests[20])

    #expect(roster[21] == nil)
    #expect(guests.filter { $0.key != 21 }.allSatisfy { roster[$0.key] === $0 })
    #expect(roster[51] == nil)
  }

  @Test func `a member that comes back stands where it stood`() {
    var roster = Roster<Member>()
    let guests = (1...5).map { Member($0) }
    for guest in guests { roster.insert(guest) }

    roster.remove(guests[1])
    roster.insert(guests[1])
    roster.remove(guests[4])
    roster.insert(guests[4])

    #expect(roster.all.map(\.key) == [1, 2, 3, 4, 5])
    #expect(roster.count == 5)
  }

  @Test func `removing a stranger changes nothing`() {
    var roster = Roster<Member>()
    roster.insert(Member(1))

    roster.remove(Member(1))
    roster.remove(Member(2))

    #expect(roster.count == 1)
  }

  @Test func `a member is let go of in its turn`() {
    var roster = Roster<Member>()
    let log = GuestLog()
    for key in 1...3 { roster.insert(Member(key, log)) }

    roster.removeAll { log.lines.append("turn of \($0.key)") }

    #expect(log.lines == ["turn of 1", "1 left", "turn of 2", "2 left", "turn of 3", "3 left"])
  }
}

@Suite struct EffectKeysTests {
  @Test func `keys are counted, whatever their number`() {
    var keys = EffectKeys.none

    for key in 1...3 { keys.insert(key) }
    keys.insert(3)

    #expect(keys.count == 3)
  }

  @Test func `nothing is left when all are removed, in any order`() {
    var keys = EffectKeys.none
    for key in 1...3 { keys.insert(key) }

    for key in [2, 1, 4, 3] { keys.remove(key) }

    #expect(keys.isEmpty)
  }
}

private final class GuestLog {
  var lines: [String] = []
}

private final class Member: Numbered {
  let key: Int
  private let log: GuestLog?

  init(_ key: Int, _ log: GuestLog? = nil) {
    self.key = key
    self.log = log
  }

  deinit {
    log?.lines.append("\(key) left")
  }
}
