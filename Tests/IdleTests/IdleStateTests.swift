import RandomHistories
import Testing
import Wayland

@testable import Idle

@Suite struct IdleStateTests {
  private static let first = Seat(name: 1)
  private static let second = Seat(name: 2)

  private var state = IdleState()

  init() { state.announce(Self.first) }

  @Test mutating func `holds while the only seat is idle`() {
    #expect(!state.wantsHold)
    state.setIdle(Self.first, true)
    #expect(state.wantsHold)
    state.setIdle(Self.first, false)
    #expect(!state.wantsHold)
  }

  @Test mutating func `holds only while every seat is idle`() {
    state.announce(Self.second)
    state.setIdle(Self.first, true)
    #expect(!state.wantsHold)
    state.setIdle(Self.second, true)
    #expect(state.wantsHold)
    state.setIdle(Self.first, false)
    #expect(!state.wantsHold)
  }

  @Test mutating func `a seat that is announced while idle counts as active`() {
    state.setIdle(Self.first, true)
    state.announce(Self.second)

    #expect(!state.wantsHold)
  }

  @Test mutating func `the other seats decide when one is removed, and without any there is no hold`() {
    state.announce(Self.second)
    state.setIdle(Self.first, true)
    state.remove(Self.second)
    #expect(state.wantsHold)
    state.remove(Self.first)
    #expect(!state.wantsHold)
  }

  @Test mutating func `an event of a seat that is gone changes nothing`() {
    state.remove(Self.first)
    state.setIdle(Self.first, true)

    #expect(!state.wantsHold)
  }

  /// The compositor's old timer runs out with the sleep, and its event may be waiting already.
  @Test mutating func `an event of notifications that were replaced changes nothing`() throws {
    let before = try #require(state.round)
    state.beginAgain()
    state.setIdle(Self.first, true, in: before.number)

    #expect(!state.wantsHold)
  }

  @Test mutating func `the time of another source of power begins at once while the user is active`() {
    state.announce(Self.second)
    state.setIdle(Self.second, true)
    state.setPower(.battery)
    #expect(state.round == .init(number: 1, power: .battery))

    state.setIdle(Self.first, true)
    #expect(!state.wantsHold)
    state.setIdle(Self.second, true)
    #expect(state.wantsHold)
  }

  @Test mutating func `another source of power does not end a hold, and its time begins at the next input`() {
    state.setIdle(Self.first, true)
    let before = state.round
    state.setPower(.battery)
    #expect(state.wantsHold)
    #expect(state.round == before)

    state.setIdle(Self.first, false)

    #expect(!state.wantsHold)
    #expect(state.round == .init(number: 1, power: .battery))
  }

  @Test mutating func `a source of power that comes back while the user is idle changes nothing`() {
    state.setIdle(Self.first, true)
    let before = state
    state.setPower(.battery)
    state.setPower(.mains)

    #expect(state == before)
  }

  @Test mutating func `the source of power that is known already changes nothing`() {
    let before = state
    state.setPower(.mains)

    #expect(state == before)
  }

  @Test mutating func `begins again after a sleep, with new notifications`() {
    state.setIdle(Self.first, true)
    let before = state.round
    state.beginAgain()

    #expect(!state.wantsHold)
    #expect(state.round != before)
    #expect(state.round != nil)
  }

  @Test mutating func `an inhibitor ends the hold, and its end begins the time anew`() {
    state.setIdle(Self.first, true)
    let before = state.round
    state.setInhibited(true)
    #expect(!state.wantsHold)
    #expect(state.round == nil)

    state.setInhibited(false)

    #expect(!state.wantsHold)
    #expect(state.round != nil && state.round != before)
    state.setIdle(Self.first, true)
    #expect(state.wantsHold)
  }

  @Test mutating func `an inhibitor that was known already changes nothing`() {
    state.setInhibited(false)
    state.setIdle(Self.first, true)
    let before = state
    state.setInhibited(false)

    #expect(state == before)
  }

  @Test mutating func `a cancelled hold is made again after the next activity only`() {
    state.setIdle(Self.first, true)
    state.cancelHold()
    #expect(!state.wantsHold)
    #expect(state.isIdle)
    state.setIdle(Self.first, true)
    #expect(!state.wantsHold)

    state.setIdle(Self.first, false)
    state.setIdle(Self.first, true)

    #expect(state.wantsHold)
  }

  @Test mutating func `a cancellation that comes too late changes nothing`() {
    state.cancelHold()
    state.setIdle(Self.first, true)

    #expect(state.wantsHold)
  }

  @Test(arguments: historySeeds(20))
  func `holds exactly while each seat is idle, nothing inhibits, and the hold was not cancelled`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<500 {
      let history = (0..<16).map { _ in Step(&random) }
      if let wrong = Self.firstMistake(in: history) {
        let least = shrunk(history) { Self.firstMistake(in: $0) != nil }
        Issue.record("after step \(wrong) of \(history), in short \(least)")
      }
    }
  }

  private static func firstMistake(in history: [Step]) -> Int? {
    var state = IdleState()
    for (index, step) in history.enumerated() {
      let before = state
      step.apply(to: &state)
      if state.wantsHold != Step.wantHold(history.prefix(index + 1)) { return index }
      // The time of the present power counts, except while the user is idle.
      if let round = state.round, !state.isIdle, round.power != Step.power(history.prefix(index + 1)) { return index }
      if state.isIdle, before.isIdle, state.round != before.round { return index }
    }
    return nil
  }
}

/// An event, and what the events so far lead to, found by looking at all of them.
private enum Step: Hashable {
  case announce(Seat), remove(Seat), setIdle(Seat, Bool), beginAgain, setInhibited(Bool), setPower(PowerSource), cancel
  /// An event of notifications that were replaced.
  case setIdleLate(Seat, Bool)

  init(_ random: inout SeededRandom) {
    let seat = Seat(name: UInt32(random.number(below: 3)))
    self =
      switch random.number(below: 14) {
      case 0..<2: .announce(seat)
      case 2: .remove(seat)
      case 3..<7: .setIdle(seat, true)
      case 7: .setIdle(seat, false)
      case 8: .beginAgain
      case 9: .setInhibited(random.oneIn(2))
      case 10: .setIdleLate(seat, random.oneIn(2))
      case 11: .setPower(random.oneIn(2) ? .battery : .mains)
      default: .cancel
      }
  }

  func apply(to state: inout IdleState) {
    switch self {
    case .announce(let seat): state.announce(seat)
    case .remove(let seat): state.remove(seat)
    case .setIdle(let seat, let isIdle): state.setIdle(seat, isIdle)
    case .beginAgain: state.beginAgain()
    case .setInhibited(let isInhibited): state.setInhibited(isInhibited)
    case .setPower(let power): state.setPower(power)
    case .cancel: state.cancelHold()
    case .setIdleLate(let seat, let isIdle): state.setIdle(seat, isIdle, in: (state.round?.number ?? 0) - 1)
    }
  }

  static func power(_ history: ArraySlice<Step>) -> PowerSource {
    history.compactMap { step in if case .setPower(let power) = step { power } else { nil } }.last ?? .mains
  }

  static func wantHold(_ history: ArraySlice<Step>) -> Bool {
    let wasIdle = wereIdle(history)
    let cancelled = history.lastIndex(of: .cancel)
    // A cancellation counts for as long as the user is idle from then on.
    return wasIdle.last == true && cancelled.map { wasIdle[$0...].contains(false) } != false
  }

  /// Whether the user was idle after each step. Where the user is active and the source of power is
  /// not the one whose time was counted, all seats count as active.
  private static func wereIdle(_ history: ArraySlice<Step>) -> [Bool] {
    var beginnings: Set<Int> = []
    var counted = PowerSource.mains
    return history.indices.map { index in
      let isIdle = areIdle(history[...index], beginnings)
      if !isIdle {
        let power = power(history[...index])
        if power != counted { beginnings.insert(index) }
        counted = power
      }
      return isIdle
    }
  }

  private static func areIdle(_ history: ArraySlice<Step>, _ beginnings: Set<Int>) -> Bool {
    let inhibition = history.last { if case .setInhibited = $0 { true } else { false } }
    let seats = Set(
      history.compactMap { step -> Seat? in if case .announce(let seat) = step { seat } else { nil } }
    ).filter { seat in
      history.last { $0 == .announce(seat) || $0 == .remove(seat) } == .announce(seat)
    }
    return inhibition != .setInhibited(true) && !seats.isEmpty
      && seats.allSatisfy { seat in
        let about = history.indices.filter { index in
          switch history[index] {
          case .announce(seat), .setIdle(seat, _), .beginAgain: true
          case .setInhibited(let isInhibited) where isInhibited != Self.isInhibited(history[..<index]): true
          default: beginnings.contains(index)
          }
        }
        return about.last.map { history[$0] } == .setIdle(seat, true)
      }
  }

  private static func isInhibited(_ history: ArraySlice<Step>) -> Bool {
    history.last { if case .setInhibited = $0 { true } else { false } } == .setInhibited(true)
  }
}

extension IdleState {
  /// An event of the notifications that the compositor has; without any there is no event.
  fileprivate mutating func setIdle(_ seat: Seat, _ isIdle: Bool) {
    if let round { setIdle(seat, isIdle, in: round.number) }
  }
}
