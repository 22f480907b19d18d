import BrightnessModel
import Foundation
import Testing

@testable import Brightness

/// The table in the header comment of `LevelState.swift`, made by trying each event in each state.
@Suite struct LevelTableTests {
  @Test func `the table above LevelState is what it does`() throws {
    let root = #filePath.components(separatedBy: "/Tests/BrightnessTests/")[0]
    let source = try String(contentsOfFile: root + "/Sources/Brightness/LevelState.swift", encoding: .utf8)

    #expect(source.contains(Self.table), "the comment should have:\n\(Self.table)")
  }

  private static let range = BrightnessTests.range(100)
  private static let base = 60
  private static let target = 100
  /// The level in an event.
  private static let x = 30

  /// The states, and the same ones with a step of 5 that the user has set since the light was seen.
  private static let states: [(name: String, state: LevelState, withWish: LevelState?)] = {
    let free = LevelState(range: range, raw: base)
    let leaving = planned(free)
    var moving = leaving
    moving.applyAttempt()
    var atRest = moving
    atRest.confirmWrite(of: target)
    return [
      ("free", free, nil), ("leaving", leaving, wishing(leaving)), ("driven", moving, wishing(atRest)),
      ("driven, done", atRest, nil),
    ]
  }()

  private static let events: [(name: String, apply: @Sendable (inout LevelState) -> Void)] = [
    ("a claim decides", { _ = $0.plan(verdict(target, for: $0)) }),
    ("no claim decides", { _ = $0.plan(verdict(nil, for: $0)) }),
    ("… which is done", { endReturn(of: &$0) }),
    ("the user sets x", { $0.choose(range.setting(raw: x), by: .raw(x), allowOff: false) }),
    ("adapts to x", { $0.adapt(to: range.setting(raw: x)) }),
    ("attempted", { $0.applyAttempt() }),
    ("wrote the target", { $0.confirmWrite(of: target) }),
    ("recorded", { $0.confirmRecord() }),
    ("refused", { $0.applyRefusal() }),
    ("unrecorded", { $0.applyMissingRecord() }),
    ("rejected", { $0.resend() }),
    ("uncleared", { $0.applyUnclearedRecord() }),
    ("found x", { $0.applyFoundLevel(x) }),
    ("moved to x", { $0.applyUserChange(to: x, from: range.setting(raw: target)) }),
    ("displaced to x", { $0.displace(to: x) }),
    ("woke at x", { $0.applyReadingAfterSleep(x, keepsBase: false) }),
    ("woke, KeepsBase=", { $0.applyReadingAfterSleep(x, keepsBase: true) }),
    ("another range, x", { $0.applyRange(range, showing: x) }),
  ]

  private static let table: String = {
    let rows = events.flatMap { name, apply in
      let plain = states.map { outcome(of: apply, in: $0.state) }
      let wished = states.map { $0.withWish.map { outcome(of: apply, in: $0) } ?? "" }
      let isOther = zip(plain, wished).contains { plain, wished in !wished.isEmpty && wished != plain }
      return [[name] + plain] + (isOther ? [["… after a step"] + wished] : [])
    }
    let head = ["event"] + states.map(\.name)
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max() ?? 0 }
    let lines = [head, widths.map { String(repeating: "-", count: $0) }] + rows
    return lines.map { line in
      let cells = zip(line, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
      return "/// | " + cells.joined(separator: " | ") + " |\n"
    }.joined()
  }()

  private static func outcome(of apply: (inout LevelState) -> Void, in state: LevelState) -> String {
    var after = state
    apply(&after)
    if after == state { return "" }
    let base = after.base.setting.raw
    let isNew = base != state.base.setting.raw
    return text(of: after.course) + (isNew ? ", \(base == x ? "x" : base == x + 5 ? "x+5" : "\(base)")" : "")
  }

  private static func text(of course: Course) -> String {
    switch course {
    case .free: "free"
    case .leaving(let order, from: _, _): "leaving" + text(of: order.progress)
    case .driven(let order, _): "driven" + text(of: order.progress)
    }
  }

  private static func text(of progress: Order.Progress) -> String {
    switch progress {
    case .due: "!"
    case .sent: ""
    case .refused: ", refused"
    case .done: ", done"
    }
  }

  private static func endReturn(of state: inout LevelState) {
    guard let plan = state.plan(verdict(nil, for: state)) else { return }
    if let target = plan.target { state.confirmWrite(of: target) } else { state.confirmRecord() }
  }

  private static func planned(_ state: LevelState) -> LevelState {
    var state = state
    _ = state.plan(verdict(target, for: state))
    return state
  }

  private static func wishing(_ state: LevelState) -> LevelState {
    var state = state
    state.choose(range.setting(raw: base + 5), by: .up(.raw(5)), allowOff: false)
    return planned(state)
  }

  private static func verdict(_ raw: Int?, for state: LevelState) -> Verdict {
    var claims = ClaimStack()
    if let raw {
      claims.put(claim(.at(Double(raw)), at: 1))
    }
    return claims.verdict(on: state.base, in: state.range)
  }
}
