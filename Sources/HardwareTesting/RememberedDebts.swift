import EventLoop
import Hardware
import Synchronization

/// Debts on record in memory, with what becomes of them in a journal.
public final class RememberedDebts: DebtRecords {
  private struct State: Sendable {
    var debts: [LightID: Debt] = [:]
    var refusal: CInt?
  }

  private let journal: CallJournal
  private let state = Mutex(State())

  public init(_ journal: CallJournal, _ debts: [Debt] = []) {
    self.journal = journal
    state.withLock { $0.debts = Dictionary(uniqueKeysWithValues: debts.map { ($0.light, $0) }) }
  }

  public var debts: [LightID: Debt] { state.withLock { $0.debts } }

  /// Refuses from now on, or no longer.
  public func refuse(_ code: CInt?) {
    state.withLock { $0.refusal = code }
  }

  public func record(_ debt: Debt) throws(LightError) {
    try change("record") { $0[debt.light] = debt }
    let trigger = debt.trigger.map { " [\($0)]" } ?? ""
    journal.write("record \(debt.raw)\(trigger)")
  }

  public func clear(_ light: LightID, at anchor: String) throws(LightError) {
    try change("clear") { debts in
      if debts[light]?.anchor == anchor { debts[light] = nil }
    }
    journal.write("clear \(light.name)")
  }

  private func change(_ verb: String, _ body: @Sendable (inout [LightID: Debt]) -> Void) throws(LightError) {
    let refusal = state.withLock { state in
      if state.refusal == nil { body(&state.debts) }
      return state.refusal
    }
    guard let refusal else { return }
    journal.write("\(verb) refused")
    throw .refused(SystemError(verb, "debts", ErrorCode(rawValue: refusal)))
  }
}
