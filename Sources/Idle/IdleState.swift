import Wayland

/// Whether the lights are to be dimmed: what is known of the seats, with one function for each
/// event.
///
/// The user is idle while every seat is idle. A seat counts as active from when it is announced,
/// and after the notifications are made anew.
struct IdleState: Hashable, Sendable {
  private enum Phase: Hashable, Sendable {
    case active, idle
    /// Idle, and the hold was cancelled: it is not made again before the next activity.
    case cancelled
  }

  /// The notifications of the compositor, which are made anew with each number.
  struct Round: Hashable, Sendable {
    var number = 0
    /// Its time is the one that the notifications count.
    var power = PowerSource.mains
  }

  /// Whether each seat is idle.
  private var seats: [Seat: Bool] = [:]
  private var isInhibited = false
  private var latestRound = Round()
  private var power = PowerSource.mains
  private var phase = Phase.active

  var isIdle: Bool { phase != .active }

  /// Whether the lights are to be held.
  var wantsHold: Bool { phase == .idle }

  /// The round of notifications that the compositor should have; nil for none.
  var round: Round? { isInhibited ? nil : latestRound }

  mutating func announce(_ seat: Seat) { change { $0.seats[seat] = false } }

  mutating func remove(_ seat: Seat) { change { $0.seats[seat] = nil } }

  /// An event of an earlier round may still come, and says nothing of the present one: after a
  /// sleep the compositor's old timers have run out.
  mutating func setIdle(_ seat: Seat, _ isIdle: Bool, in round: Int) {
    guard round == self.round?.number else { return }
    change { state in
      if state.seats[seat] != nil { state.seats[seat] = isIdle }
    }
  }

  /// The machine has slept, or another user was active. The key that woke it may not have reached
  /// the compositor, and its timers have run on, so the notifications are made anew.
  mutating func beginAgain() {
    change { state in
      state.latestRound = Round(number: state.latestRound.number + 1, power: state.power)
      for seat in state.seats.keys { state.seats[seat] = false }
    }
  }

  /// An inhibitor, such as that of `systemd-inhibit`, began or ended. The time begins anew when the
  /// last one ends.
  mutating func setInhibited(_ isInhibited: Bool) {
    guard isInhibited != self.isInhibited else { return }
    self.isInhibited = isInhibited
    beginAgain()
  }

  /// The time of the new source begins now if the user is active. If the user is idle, it begins
  /// with the next input: a charger that is plugged in, or fails, is not one.
  mutating func setPower(_ power: PowerSource) { change { $0.power = power } }

  mutating func cancelHold() {
    if phase == .idle { phase = .cancelled }
  }

  private mutating func change(_ body: (inout IdleState) -> Void) {
    body(&self)
    let isIdle = !isInhibited && !seats.isEmpty && seats.values.allSatisfy(\.self)
    if !isIdle { phase = .active } else if phase == .active { phase = .idle }
    if phase == .active, latestRound.power != power { beginAgain() }
  }
}
