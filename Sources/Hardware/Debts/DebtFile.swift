import EventLoop

/// The record of debts: one small file in the folder of what outlives the process.
///
/// While the process lives, what it holds in memory is the truth, and the file follows.
public final class DebtFile: DebtRecords {
  private let file: SmallFile
  private let state: TraceableMutex<State>

  private struct State {
    var debts: [Debt] = []
    var doubt: LightError?
  }

  /// Makes the folder if it is missing, and keeps it for as long as this lives.
  ///
  /// If another process keeps it, that is an error, or `waiting` lets this thread wait until it no longer does.
  public static func open(_ folder: String, waiting: Bool = false) throws(LightError) -> DebtFile {
    try DebtFile(in: StateFolder(folder, waiting: waiting))
  }

  init(in folder: StateFolder, calls: any FolderCalls = SystemFolderCalls()) throws(LightError) {
    file = SmallFile("debts", in: folder, limit: 65_536, calls: calls)
    try? file.removeDraft()
    var state = State()
    switch try file.read()?.flatMap({ bytes in Result { () throws(StateFlaw) in try DebtText.debts(in: bytes) } }) {
    case nil: break
    case .success(let debts): state.debts = debts
    case .failure(let flaw): state.doubt = file.setAside(because: flaw)
    }
    self.state = TraceableMutex(state)
  }

  var folder: StateFolder { file.folder }

  /// All that is owed, in the order in which it was recorded.
  public var debts: [Debt] { state.withLock { $0.debts } }

  /// What was found in the place of a record and not trusted, and where that is now.
  public var doubt: LightError? { state.withLock { $0.doubt } }
}

extension DebtFile {
  public func record(_ debt: Debt) throws(LightError) {
    precondition(debt.canBeRead, "a debt that nobody could read back: \(debt)")
    try change { debts in
      if let index = debts.firstIndex(where: debt.isOfSameLight) {
        debts[index] = debt
      } else {
        debts.append(debt)
      }
    }
  }

  public func clear(_ light: LightID, at anchor: String) throws(LightError) {
    try change { debts in debts.removeAll { $0.light == light && $0.anchor == anchor } }
  }

  /// Puts each debt down under the name and the place that its light has now, unless one was recorded of that since.
  public func follow(_ matching: DebtMatching) throws(LightError) {
    try change { debts in
      for match in matching.matches where match.debt != match.debtHere {
        guard let index = debts.firstIndex(of: match.debt) else { continue }
        if debts.contains(where: match.debtHere.isOfSameLight) {
          debts.remove(at: index)
        } else {
          debts[index] = match.debtHere
        }
      }
    }
  }

  /// What stays as it is costs nothing; what cannot be written down is not remembered either.
  private func change(_ body: (inout [Debt]) -> Void) throws(LightError) {
    try state.withLock { (state) throws(LightError) in
      var debts = state.debts
      body(&debts)
      guard debts != state.debts else { return }
      if case .inTheWay(_, let flaw, _) = state.doubt { state.doubt = file.setAside(because: flaw) }
      if let doubt = state.doubt, case .inTheWay = doubt { throw doubt }
      if debts.isEmpty {
        try file.remove()
      } else {
        try file.replace(with: DebtText.bytes(of: debts))
      }
      state.debts = debts
    }
  }
}

extension Debt {
  /// Whether both are of one light, so that there is room for one of them.
  func isOfSameLight(_ other: Debt) -> Bool { light == other.light && anchor == other.anchor }

  fileprivate var canBeRead: Bool {
    LightID.isName(light.name) && Int(attribute: "\(raw)") == raw && Int(attribute: "\(maximum)") == maximum
  }
}
