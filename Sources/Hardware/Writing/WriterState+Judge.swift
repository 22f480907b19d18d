import EventLoop

extension WriterState {
  mutating func judge(_ report: ErrandReport, of flight: Flight, at now: LoopClock.Instant) {
    if let look = flight.look {
      judge(report, of: look, at: now)
      return
    }
    if case .write(let raw) = flight.errand.deed { known.tried(raw, report) }
    if report.isAttempted {
      expecting = nil
      isSlow = report.took > Self.longestStep
    }
    if report.failure == nil { succeed() }
    if case .surprised(let level) = report.failure {
      surprise(level, expected: expecting != nil, at: now)
    } else if flight.number == order?.number {
      order?.begin(from: report.before)
      judgeNewest(report, of: flight, at: now)
    } else if case .refused(let error) = report.failure {
      _ = patience.answer(to: WriteTrouble(error), at: now)
    }
  }

  private mutating func judgeNewest(_ report: ErrandReport, of flight: Flight, at now: LoopClock.Instant) {
    switch report.failure {
    case nil: advance(report, began: flight.began, at: now)
    case .refused(let error) where WriteTrouble(error) == .outgrown: outgrow(error, at: now)
    case .refused(let error):
      let answer = patience.answer(to: WriteTrouble(error), at: now)
      delay(answer, at: now)
      if !answer.isSilent { tellTrouble(.refused(error, order?.remedy ?? answer.remedy)) }
    case .unrecorded(let error):
      delay(patience.answer(to: .passing, at: now), at: now)
      tellTrouble(.unrecorded(error))
    case .uncleared(let error):
      if case .write(let raw) = flight.errand.deed { tell(.wrote(raw, shows: report.shown ?? raw)) }
      order?.wrote()
      delay(patience.answer(to: .passing, at: now), at: now)
      tellTrouble(.uncleared(error))
    case .surprised: preconditionFailure("a surprise is judged before")
    }
  }

  private mutating func succeed() {
    patience.succeeded()
    (toldTrouble, outgrown) = (nil, nil)
  }

  private mutating func advance(_ report: ErrandReport, began: LoopClock.Instant, at now: LoopClock.Instant) {
    if order?.isLast == true || order?.goal == expecting {
      if order?.order.isReturn == true { known.cameToRest() }
      if let order { tell(order.news(shows: report.shown)) }
      (order, expecting) = (nil, nil)
    } else {
      order?.stepped(since: began)
      guard isSlow else { return }
      order?.skipToGoal()
      order?.due = now
    }
  }

  /// What is recorded as owed is never given up: it is tried once in a while, until the device is said to have gone.
  private mutating func delay(_ answer: Patience.Answer, at now: LoopClock.Instant) {
    let isOwed = order?.order.isReturn == true && recorded != nil
    let answer = isOwed ? answer.notForEver : answer
    order?.skipToGoal()
    order?.due = answer.wait.map(now.advanced(by:))
    order?.remedy = answer.remedy
  }

  /// The facts are read again once for a goal; a kernel that still does not take it means it.
  private mutating func outgrow(_ error: LightError, at now: LoopClock.Instant) {
    let isNew = outgrown != order?.goal
    outgrown = order?.goal
    delay(Patience.Answer(remedy: .awaitsOrder), at: now)
    tellTrouble(isNew ? .outgrown : .refused(error, order?.remedy ?? .awaitsOrder))
  }

  private mutating func surprise(_ level: Int, expected: Bool, at now: LoopClock.Instant) {
    let mover = look?.stir.mover ?? .unknown
    known.saw(level)
    drop()
    expected ? tell(.found(level)) : tellMove(to: level, by: mover, at: now)
  }

  /// What systemd remembers is written once, and never by a key.
  private mutating func tellMove(to level: Int, by mover: ChangeSource, at now: LoopClock.Instant) {
    guard mover != .hotkey, let restoreEnds, now < restoreEnds else { return tell(.moved(to: level, by: mover)) }
    self.restoreEnds = nil
    tell(.restored(to: level))
  }

  /// What was ordered stood on a level that is the light's no more.
  private mutating func drop() {
    (order, look, expecting, toldTrouble) = (nil, nil, nil, nil)
  }
}

extension WriterState {
  private mutating func judge(_ report: ErrandReport, of look: PendingLook, at now: LoopClock.Instant) {
    guard let level = report.shown else {
      if case .refused(let error) = report.failure { put(look, off: error, at: now) }
      return
    }
    if order == nil { succeed() }
    if look.isAfterSleep, known.ours.contains(level) {
      tell(.found(known.origin(of: level)))
      known.sawAgain(level)
    } else if known.isEmpty || look.isAfterSleep {
      known.saw(level)
      tell(.found(level))
    } else if known.isMove(to: level, look.stir, heardAtRest: look.isAtRest) {
      known.saw(level)
      drop()
      tellMove(to: level, by: look.stir.mover, at: now)
    } else {
      known.sawAgain(level)
    }
  }

  private mutating func put(_ look: PendingLook, off error: LightError, at now: LoopClock.Instant) {
    let answer = patience.answer(to: WriteTrouble(error), at: now)
    var again = look
    again.due = answer.wait.map(now.advanced(by:))
    again.remedy = answer.remedy
    if let newer = self.look { again.stir.add(newer.stir) }
    self.look = again
    if !answer.isSilent { tellTrouble(.refused(error, answer.remedy)) }
  }
}
