import EventLoop

/// What a writer knows and decides: which errand comes next, when, and what is told. It does nothing itself.
struct WriterState: Sendable {
  /// Longer than this, and an errand is said to hang.
  static let longestErrand = Duration.seconds(1)
  /// A light whose write takes longer is not faded.
  static let longestStep = Duration.milliseconds(20)

  enum Act: Hashable, Sendable {
    case begin(Errand)
    case tell(WriterNews)
  }

  /// How long systemd may take to write what it remembers of a light that came.
  static let longestRestore = Duration.seconds(10)

  private(set) var light: LightFacts
  var recorded: Debt?
  var known = KnownLevels()
  var order: PendingOrder?
  var look: PendingLook?
  var flight: Flight?
  var patience: Patience
  /// The level that the light has to show before anything is written.
  var expecting: Int?
  var isSlow = false
  /// Until when a level that is not ours may be the one that systemd remembers.
  var restoreEnds: LoopClock.Instant?
  /// The last trouble that was told, which is told once.
  var toldTrouble: WriterNews?
  /// The goal that the kernel did not take, although it lies in the range.
  var outgrown: Int?
  private var orderCount: UInt64 = 0
  private var acts: [Act] = []

  init(_ light: LightFacts, recorded: Debt?, at now: LoopClock.Instant) {
    self.light = light
    self.recorded = recorded
    patience = Patience(since: now)
  }

  /// When the state wants to be told that time has passed; nil if it waits for no time.
  var deadline: LoopClock.Instant? {
    if let flight { return flight.isHanging ? nil : flight.began.advanced(by: Self.longestErrand) }
    return [order?.due, look?.due].compactMap(\.self).min()
  }

  /// What is to be done, in this order; each act once.
  mutating func takeActs() -> [Act] {
    defer { acts = [] }
    return acts
  }

  mutating func tell(_ news: WriterNews) {
    acts.append(.tell(news))
  }

  mutating func tellTrouble(_ news: WriterNews) {
    guard toldTrouble != news else { return }
    toldTrouble = news
    tell(news)
  }
}

extension WriterState {
  mutating func obey(_ new: LightOrder, at now: LoopClock.Instant) {
    orderCount += 1
    // Whoever orders learns late that the light has left its rest: what was expected before does not count any more.
    if let level = new.expecting, !known.isAway { expecting = level }
    order = PendingOrder(new, number: orderCount, isSlow: isSlow, at: now)
    toldTrouble = nil
    proceed(at: now)
  }

  mutating func look(_ stir: Stir, at now: LoopClock.Instant) {
    let isAtRest = flight?.number == nil && order == nil
    if stir.isToBeRestored { restoreEnds = now.advanced(by: Self.longestRestore) }
    var merged = look?.stir ?? stir
    merged.add(stir)
    let isAfterSleep = look?.isAfterSleep ?? false
    look = PendingLook(stir: merged, isAtRest: isAtRest, isAfterSleep: isAfterSleep, due: now)
    // That somebody wrote does not help a light that cannot be written: it may have been us, in vain.
    if stir.sources != [.sysfs] { retry(at: now) { $0 != .awaitsOrder } }
    proceed(at: now)
  }

  /// What a light shows after a sleep may be its firmware's doing: it is nobody's choice, and looked at as if the light had just come.
  mutating func resume(at now: LoopClock.Instant) {
    beginAnew(with: PendingLook(stir: Stir(), isAtRest: true, isAfterSleep: true, due: now), at: now)
    proceed(at: now)
  }

  /// Another device, or another range, is another light to a writer: nothing that was ordered or seen counts for it.
  mutating func meet(_ facts: LightFacts, at now: LoopClock.Instant) {
    let isOther = (facts.id, facts.incarnation, facts.maximum) != (light.id, light.incarnation, light.maximum)
    light = facts
    patience.beginGrace(at: now)
    if isOther { forget(at: now) }
    retry(at: now) { _ in true }
    proceed(at: now)
  }

  mutating func pass(at now: LoopClock.Instant) {
    if let flight, !flight.isHanging, flight.began.advanced(by: Self.longestErrand) <= now {
      self.flight?.isHanging = true
      tell(.hangs)
    }
    proceed(at: now)
  }

  mutating func end(_ report: ErrandReport, at now: LoopClock.Instant) {
    guard let flight else { preconditionFailure("an errand ends that nobody began") }
    self.flight = nil
    recorded = report.recorded
    if flight.isHanging { tell(.answers) }
    if !flight.isForgotten { judge(report, of: flight, at: now) }
    proceed(at: now)
  }

  private mutating func forget(at now: LoopClock.Instant) {
    (known, isSlow) = (KnownLevels(), false)
    beginAnew(with: PendingLook(stir: Stir(), isAtRest: true, due: now), at: now)
  }

  private mutating func beginAnew(with look: PendingLook, at now: LoopClock.Instant) {
    (order, expecting, outgrown, toldTrouble) = (nil, nil, nil, nil)
    patience = Patience(since: now)
    self.look = look
    flight?.isForgotten = true
  }

  /// Tries at once what waits for something to happen, or for its time, after a failure.
  private mutating func retry(at now: LoopClock.Instant, where isHelped: (Remedy) -> Bool) {
    if let remedy = order?.remedy, isHelped(remedy) { order?.due = now }
    if let remedy = look?.remedy, isHelped(remedy) { look?.due = now }
  }

  private mutating func proceed(at now: LoopClock.Instant) {
    guard flight == nil else { return }
    if let due = order?.due, due <= now {
      beginOrder(at: now)
    } else if let due = look?.due, due <= now {
      beginLook(at: now)
    }
  }

  private mutating func beginOrder(at now: LoopClock.Instant) {
    guard let order else { return }
    let deed = order.deed(from: expecting)
    // After a failure, or an event, somebody else's choice may be there, which must not be written over.
    let isDoubtful = deed != .record && !known.isEmpty && (order.remedy != nil || look != nil)
    let errand = Errand(
      deed: deed,
      files: light.files,
      accepted: expecting.map(known.forms) ?? (isDoubtful ? known.ours : nil),
      before: order.start ?? (mayHaveMovedInSilence ? nil : known.shown),
      owed: order.order.owed,
      isReturn: order.order.isReturn,
      recorded: recorded,
      isLast: order.isLast
    )
    begin(Flight(errand: errand, number: order.number, began: now))
  }

  /// An LED that nobody holds is moved by its hardware, and few of their drivers say so.
  private var mayHaveMovedInSilence: Bool { light.id.subsystem == .leds && !known.isAway }

  private mutating func beginLook(at now: LoopClock.Instant) {
    let errand = Errand(deed: .look, files: light.files, recorded: recorded)
    begin(Flight(errand: errand, number: nil, began: now, look: look))
    look = nil
  }

  private mutating func begin(_ flight: Flight) {
    self.flight = flight
    acts.append(.begin(flight.errand))
  }
}
