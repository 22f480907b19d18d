import BrightnessModel

/// The level of one light that is connected and was read: what the user wants, and how far the
/// light has got on the way to what the claims make of it.
///
/// A light is `free` until a claim or a `set` asks something of it. It then is `leaving`: it still
/// shows the user's level, since its writer reads it before the first write. From the first write
/// on it is `driven`, until a return to its base level is done.
///
/// The table says what becomes of a light that rested at 60 and is held at 100. An exclamation mark
/// means that the writer gets a new request when the turn ends, x that the base level becomes x,
/// and an empty cell that nothing changes. Some rows differ after a relative step (of 5 here) if
/// the light was not read since. A test makes the table.
///
/// | event            | free          | leaving          | driven          | driven, done |
/// | ---------------- | ------------- | ---------------- | --------------- | ------------ |
/// | a claim decides  | leaving       |                  |                 |              |
/// | no claim decides |               | leaving          | driven          | driven       |
/// | … which is done  |               | free             | free            | free         |
/// | the user sets x  | leaving!, x   | leaving, x       | driven, x       | driven!, x   |
/// | adapts to x      | leaving!, x   | leaving, x       | driven, x       | driven!, x   |
/// | attempted        |               | driven           |                 |              |
/// | … after a step   |               | driven           | driven          |              |
/// | wrote the target |               | driven, done     | driven, done    |              |
/// | recorded         |               | driven, done     | driven, done    |              |
/// | refused          |               | leaving, refused | driven, refused |              |
/// | unrecorded       |               | leaving!         | driven!         | driven!      |
/// | rejected         |               | leaving!         | driven!         | driven!      |
/// | uncleared        | leaving, done |                  |                 |              |
/// | found x          | free, x       | leaving!, x      | driven!         | driven!      |
/// | … after a step   |               | leaving!, x+5    | leaving!, x+5   |              |
/// | moved to x       | free, x       | leaving!, x      | leaving!, x     | leaving!, x  |
/// | displaced to x   | driven!       | driven!          | driven!         | driven!      |
/// | woke at x        | free, x       | leaving!         | driven!         | driven!      |
/// | … after a step   |               | leaving!, x+5    | driven!         |              |
/// | woke, KeepsBase= | driven!       | leaving!         | driven!         | driven!      |
/// | … after a step   |               | leaving!, x+5    | driven!         |              |
/// | another range, x | free, x       | leaving!, x      | driven!         | driven!      |
/// | … after a step   |               | driven!          | driven!         |              |
struct LevelState: Equatable, Sendable {
  private(set) var base: Base
  private(set) var range: LightRange
  private(set) var course: Course

  /// A light that shows the user's level. A known base level with the same raw value is kept, since
  /// it also has the share that the user asked for.
  init(range: LightRange, raw: Int, formerly: Base? = nil) {
    base = formerly ?? Base(range.setting(raw: raw))
    self.range = range
    course = .free(shows: raw)
    learn(raw)
  }

  /// A light that may show a level of ours, and whose base level is `base`.
  init(drivenFrom base: Base, in range: LightRange, shows raw: Int?) {
    self.base = base
    self.range = range
    course = .driven(Order(shows: raw), nil)
  }

  /// The level to show, or to be on the way to. A light that shows the user's level is not raised
  /// to its floor.
  func target(_ verdict: Verdict) -> Setting {
    guard verdict.decider == nil else { return verdict.target }
    return switch course {
    case .free(base.setting.raw), .leaving(_, from: base.setting.raw, nil): base.setting
    case .free, .leaving, .driven: verdict.target
    }
  }

  func state(decider: SceneKey?) -> LightState {
    switch (course, decider) {
    case (.free, nil): .free
    // While `shows` is nil, a write may be in flight.
    case (.leaving(let order, from: _, nil), nil) where order.shows != nil: .free
    case (.leaving, nil), (.driven, nil): .restoring
    case (_, _?): .held
    }
  }

  var isFree: Bool { if case .free = course { true } else { false } }

  var isDriven: Bool { if case .driven = course { true } else { false } }

  /// Whether the writer has something to do, and can do it now.
  var isMoving: Bool { course.order?.isMoving == true }

  /// Whether the newest request is a return to the base level; true if there is no request.
  var isReturning: Bool { course.order.map { $0.progress.want?.isReturn == true } ?? true }
}

/// The end of a turn.
extension LevelState {
  /// A request to the writer.
  struct Plan {
    /// Nil if the light shows the target, and only its record has to be updated.
    let target: Int?
    let isReturn: Bool
    /// The level that the light must still show before it is written; nil to write it in any case.
    let expected: Int?
  }

  /// The next request to the writer; nil if nothing is new. A free light that no claim decides is
  /// left alone.
  mutating func plan(_ verdict: Verdict, fade: Duration? = nil) -> Plan? {
    let want = Want(
      target: target(verdict).raw,
      base: RecordedBase(base, in: range),
      isReturn: verdict.decider == nil
    )
    switch course {
    case .free(let raw):
      guard !want.isReturn else { return nil }
      course = .leaving(Order(shows: raw), from: raw, nil)
      return plan(verdict, fade: fade)
    case .leaving(var order, from: let raw, let wish):
      guard order.progress.want != want else { return nil }
      let target = order.send(want, in: fade)
      course = .leaving(order, from: raw, wish)
      let mustCompare = target != nil || !want.isReturn || wish != nil
      return Plan(target: target, isReturn: want.isReturn, expected: mustCompare ? raw : nil)
    case .driven(var order, let unchecked):
      guard order.progress.want != want else { return nil }
      let target = order.send(want, in: fade)
      course = .driven(order, unchecked)
      return Plan(target: target, isReturn: want.isReturn, expected: unchecked?.from)
    }
  }

  /// Requests the level again if the light is on its way to it in another time.
  mutating func retime(_ fade: Duration?) {
    changeOrder { $0.retime(fade) }
  }

  /// Makes the newest request due again, even if nothing about it changed.
  mutating func resend() {
    changeOrder { $0.progress = .due }
  }

  private mutating func changeOrder(_ change: (inout Order) -> Void) {
    switch course {
    case .free: break
    case .leaving(var order, from: let raw, let wish):
      change(&order)
      course = .leaving(order, from: raw, wish)
    case .driven(var order, let unchecked):
      change(&order)
      course = .driven(order, unchecked)
    }
  }
}

/// Reports of the writer about a request.
extension LevelState {
  /// The light was where the request expected it, and may have been moved since.
  mutating func applyAttempt() {
    if let order = course.order { course = .driven(order, nil) }
  }

  /// The light shows a level that was requested, which may be an older one than the newest.
  mutating func confirmWrite(of raw: Int) {
    guard let order = course.order else { return }
    course = order.progress.want?.target == raw ? end(order) : .driven(order, nil)
  }

  /// There was nothing to write.
  mutating func confirmRecord() {
    if let order = course.order { course = end(order) }
  }

  private func end(_ order: Order) -> Course {
    guard let want = order.progress.want else { return .driven(order, nil) }
    return want.isReturn ? .free(shows: want.target) : .driven(Order(shows: want.target, .done(want)), nil)
  }

  /// The light has its base level, and its record could not be cleared.
  mutating func applyUnclearedRecord() {
    let raw: Int
    switch course {
    case .free(let shown): raw = shown
    case .leaving(let order, from: _, _), .driven(let order, _):
      guard let want = order.progress.want, want.isReturn else { return }
      raw = want.target
    }
    let want = Want(target: raw, base: RecordedBase(base, in: range), isReturn: true)
    course = .leaving(Order(shows: raw, .done(want)), from: raw, nil)
  }

  mutating func applyRefusal() {
    changeOrder { $0.refuse() }
  }

  /// The base level could not be recorded, so that nothing was written.
  mutating func applyMissingRecord() {
    if case .leaving(_, from: let raw, let wish) = course { course = .leaving(Order(shows: raw), from: raw, wish) }
    resend()
  }
}

/// Levels that are not ours.
extension LevelState {
  /// The light was read before the newest request wrote it, and had left the level at which it
  /// rested. What it showed is the user's level; what the user has chosen since is applied on top
  /// of it.
  ///
  /// A driven light without such a choice keeps its base level, because its driver may have reset
  /// it.
  mutating func applyFoundLevel(_ raw: Int) {
    let found = range.setting(raw: raw)
    switch course {
    case .free:
      base = Base(found)
      course = .free(shows: raw)
    case .leaving(_, from: _, let wish):
      base = wish?.base(on: found, in: range) ?? Base(found)
      course = .leaving(Order(shows: raw), from: raw, wish)
    case .driven(_, let unchecked?):
      base = unchecked.wish.base(on: found, in: range) ?? Base(found)
      course = .leaving(Order(shows: raw), from: raw, unchecked.wish)
    case .driven(_, nil): course = .driven(Order(shows: raw), nil)
    }
  }

  /// The user moved the light by a key or another tool, after everything that was asked of it.
  mutating func applyUserChange(to raw: Int, from target: Setting) {
    let known = [base.setting, target].first { $0.raw == raw }
    let keepsOff = base.allowsOff && raw == base.setting.raw
    base = Base(known ?? range.setting(raw: raw), allowsOff: keepsOff)
    course = isFree ? .free(shows: raw) : .leaving(Order(shows: raw), from: raw, nil)
  }

  /// A desktop has moved the light to a level that the user did not choose, so its own level is
  /// requested again.
  mutating func displace(to raw: Int) { course = .driven(Order(shows: raw), nil) }

  /// The first reading after a sleep, which is not the user's choice. With `keepsBase` a light that
  /// forgot its base level gets it again.
  mutating func applyReadingAfterSleep(_ raw: Int, keepsBase: Bool) {
    switch course {
    case .free(shows: raw): break
    case .free where keepsBase: course = .driven(Order(shows: raw), nil)
    case .free:
      learn(raw)
      course = .free(shows: raw)
    case .leaving(_, from: let former, let wish):
      if raw != former, let chosen = wish?.base(on: range.setting(raw: raw), in: range) { base = chosen }
      course = .leaving(Order(shows: raw), from: raw, wish)
    case .driven: course = .driven(Order(shows: raw), nil)
    }
  }

  /// The first reading in another range. A light that showed the user's level takes its base level
  /// from the reading; otherwise the base level is converted.
  mutating func applyRange(_ range: LightRange, showing raw: Int) {
    changeRange(to: range)
    switch course {
    case .free:
      learn(raw)
      course = .free(shows: raw)
    case .leaving(_, from: _, nil):
      learn(raw)
      course = .leaving(Order(shows: raw), from: raw, nil)
    case .leaving, .driven: course = .driven(Order(shows: raw), nil)
    }
  }

  /// Changes the range and converts the base level to it. The light still shows what it did.
  mutating func changeRange(to range: LightRange) {
    base.setting = range.setting(base.setting, from: self.range)
    self.range = range
  }

  /// Makes what the light shows the base level. A base level with the same raw value is kept, since
  /// it also has the share that the user asked for.
  private mutating func learn(_ raw: Int) {
    if base.setting.raw != raw { base = Base(range.setting(raw: raw)) }
  }

  /// Makes a level that the user chose through us the base level. A relative step starts from the
  /// level that the light actually shows. Lights may move without an event, or before it arrives,
  /// so the writer compares before it writes.
  mutating func choose(_ setting: Setting, by level: Level, allowOff: Bool, fade: Duration? = nil) {
    let wish: Wish
    switch course {
    case .free(let raw):
      wish = Wish(level, allowOff: allowOff)
      course = .leaving(Order(shows: raw), from: raw, wish)
    case .leaving(var order, from: let raw, let former):
      wish = Wish(level, allowOff: allowOff, after: former)
      order.retry()
      order.retime(fade)
      course = .leaving(order, from: raw, wish)
    case .driven(var order, var unchecked):
      wish = Wish(level, allowOff: allowOff, after: unchecked?.wish)
      if let from = unchecked?.from ?? order.restsAt { unchecked = UncheckedWish(wish: wish, from: from) }
      order.retry()
      order.retime(fade)
      course = .driven(order, unchecked)
    }
    base = wish.base(setting, in: range)
  }

  /// Gives the light another base level that the user has not chosen now. If the light turns out to
  /// show a level of which nothing was known, that one is the user's and stays.
  mutating func adapt(to setting: Setting) {
    switch course {
    case .free(let raw): course = .leaving(Order(shows: raw), from: raw, nil)
    case .leaving(var order, from: let raw, _):
      order.retry()
      course = .leaving(order, from: raw, nil)
    case .driven(var order, _):
      order.retry()
      course = .driven(order, nil)
    }
    base = Base(setting)
  }
}

/// Where a light is between the user's level and what claims make of it.
enum Course: Equatable, Sendable {
  /// It shows the user's level, or its floor where that level is below it, and its writer has
  /// nothing to do.
  case free(shows: Int)
  /// It still shows the user's level: the request has not written anything yet. `from` is the level
  /// that it showed last; the wish is what the user chose since then.
  case leaving(Order, from: Int, Wish?)
  /// It shows a level of ours, or may.
  case driven(Order, UncheckedWish?)

  /// Nil for a free light.
  var order: Order? {
    switch self {
    case .free: nil
    case .leaving(let order, from: _, _), .driven(let order, _): order
    }
  }
}
