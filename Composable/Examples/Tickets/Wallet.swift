import ComposableCore

/// Shows tickets: one on a sheet, or several on a stack.
public struct Wallet: Reducer {
  public struct State: Equatable, Sendable {
    @PresentationState public var ticket: Ticket.State?
    public var path: StackState<Ticket.State>

    public init(ticket: Ticket.State? = nil, path: StackState<Ticket.State> = []) {
      self.ticket = ticket
      self.path = path
    }
  }

  public enum Action: Equatable, Sendable {
    case ticketTapped(id: Int)
    case ticketClosed
    case batteryRanLow
    case screenLocked
    case screenUnlocked
    case ticket(PresentationAction<Ticket.Action>)
    case path(StackAction<Ticket.State, Ticket.Action>)
  }

  private let ticket: Reduce<Ticket.State, Ticket.Action>

  /// Makes a wallet whose tickets use this reducer.
  public init(of ticket: some Reducer<Ticket.State, Ticket.Action>) {
    self.ticket = Reduce.erasing(ticket)
  }

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .ticketTapped(let id): state.ticket = Ticket.State(id: id)
      case .ticketClosed: state.ticket = nil
      case .batteryRanLow: return .cancel(id: Ticket.Light())
      case .screenLocked: state.ticket?.isShown = false
      case .screenUnlocked: state.ticket?.isShown = true
      case .ticket, .path: break
      }
      return .none
    }
    .ifLet(\.$ticket, action: .ticket) { ticket }
    .forEach(\.path, action: .path) { ticket }
  }
}

extension CasePath where Root == Wallet.Action {
  public static var ticket: CasePath<Root, PresentationAction<Ticket.Action>> {
    .init(embed: Root.ticket) { if case .ticket(let action) = $0 { action } else { nil } }
  }

  public static var path: CasePath<Root, StackAction<Ticket.State, Ticket.Action>> {
    .init(embed: Root.path) { if case .path(let action) = $0 { action } else { nil } }
  }
}
