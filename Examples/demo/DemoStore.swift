import BrightnessEventLoop
import ComposableCore
import Synchronization
import Tickets

/// A store of a wallet on the loop, with its panel and its reported issues.
final class DemoStore {
  let panel: Panel
  private let reported = ReportedIssues()
  private var store: Store<Wallet.State, Wallet.Action>?

  init(
    _ reducer: some Reducer<Wallet.State, Wallet.Action>,
    on loop: EventLoop,
    _ state: @autoclosure () -> Wallet.State = Wallet.State(ticket: Ticket.State(id: 7)),
    panel: Panel = Panel()
  ) {
    self.panel = panel
    store = Store(initialState: state(), executor: loop) {
      reducer
    } withDependencies: {
      if panel !== Panel.main { $0.brightness = BrightnessClient(panel) }
      $0.clock = LoopClock(loop)
      $0.issueReporter = reported.reporter
    }
  }

  var issues: [ReportedIssue] { reported.all }

  var state: Wallet.State { store!.state }

  /// Sends an action without printing anything.
  @discardableResult
  func send(_ action: Wallet.Action) -> StoreTask {
    store!.send(action)
  }

  /// Sends an action, and prints its result.
  func show(_ name: String, _ action: Wallet.Action) {
    let count = panel.calls.count
    store!.send(action)
    show(name, since: count)
  }

  /// Drops the store.
  func end() {
    store = nil
  }

  /// Prints the state, and the calls to the panel since a count.
  func show(_ name: String, since count: Int) {
    row(name, store.map { description(of: $0.state.ticket) } ?? "(no store)", calls(since: count))
  }

  func calls(since count: Int = 0) -> String {
    panel.calls.dropFirst(count).map(\.rawValue).joined(separator: ", ")
  }
}

private func description(of ticket: Ticket.State?) -> String {
  guard let ticket else { return "no ticket" }
  return "ticket \(ticket.id)\(ticket.isShown ? ", shown" : "")"
}

/// The issues that a store reported.
private final class ReportedIssues: Sendable {
  private let issues = Mutex<[ReportedIssue]>([])

  var all: [ReportedIssue] { issues.withLock { $0 } }

  var reporter: IssueReporter {
    IssueReporter { issue in self.issues.withLock { $0.append(issue) } }
  }
}
