import Testing

@testable import Composable

@Suite struct RosterTests {
  @Test func `members are listed in the order of their numbers, whatever ended in between`() {
    var roster = Roster<Member>()
    let members = (1...100).map { Member($0) }
    for member in members { roster.insert(member) }

    for member in members where member.key % 3 != 0 { roster.remove(member) }

    #expect(roster.all.map(\.key) == members.map(\.key).filter { $0 % 3 == 0 })
    #expect(roster.count == 33)
  }

  @Test func `a member is found by its number until it is removed`() {
    var roster = Roster<Member>()
    let members = (1...50).map { Member($0) }
    for member in members { roster.insert(member) }

    roster.remove(members[20])

    #expect(roster[21] == nil)
    #expect(members.filter { $0.key != 21 }.allSatisfy { roster[$0.key] === $0 })
    #expect(roster[51] == nil)
  }

  @Test func `a member that comes back stands where it stood`() {
    var roster = Roster<Member>()
    let members = (1...5).map { Member($0) }
    for member in members { roster.insert(member) }

    roster.remove(members[1])
    roster.insert(members[1])
    roster.remove(members[4])
    roster.insert(members[4])

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

  @Test func `each member is released in its turn`() {
    var roster = Roster<Member>()
    let log = DepartureLog()
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

  @Test func `members are given up to a number, in passes that go on`() {
    let log = DepartureLog()
    var roster = Roster<Member>()
    for key in 1...5 { roster.insert(Member(key, log)) }

    roster.giveUp(through: 2)
    log.lines.append("a pause")
    roster.giveUp(through: 2)
    roster.giveUp(through: 4)

    #expect(log.lines == ["1 left", "2 left", "a pause", "3 left", "4 left"])
    #expect(roster.all.map(\.key) == [5])
  }
}

private final class DepartureLog {
  var lines: [String] = []
}

private final class Member: Numbered {
  let key: Int
  private let log: DepartureLog?

  init(_ key: Int, _ log: DepartureLog? = nil) {
    self.key = key
    self.log = log
  }

  deinit {
    log?.lines.append("\(key) left")
  }
}
