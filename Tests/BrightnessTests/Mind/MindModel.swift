import RandomHistories

@testable import Brightness

/// One thing that happens to the mind, or to the world around it; sessions and scenes are counted among those that are there.
enum MindStep: Hashable, Sendable {
  case open(UInt32)
  case end(Int)
  case reset
  case push(Int, ChangePolicy, expires: Int?)
  case appear(ClaimOwner)
  case disappear(ClaimOwner)
  case pop(ClaimOwner)
  case wait(Int)
  case move(Int)
  case seat(UInt32?, among: Set<UInt32>)

  init(_ random: inout SeededRandom) {
    let session = random.number(below: 4)
    let owner = owner(session, random.number(below: 6))
    switch random.number(below: 32) {
    case 0..<2: self = .open(UInt32(random.number(below: 3)))
    case 2..<4: self = random.oneIn(3) ? .end(session) : .push(session, .yield, expires: nil)
    case 4: self = random.oneIn(4) ? .reset : .wait(1)
    case 5..<11:
      let expires = random.oneIn(3) ? 1 + random.number(below: 5) : nil
      self = .push(session, random.one(of: ChangePolicy.allCases), expires: expires)
    case 11..<20: self = .appear(owner)
    case 20..<24: self = .disappear(owner)
    case 24: self = .pop(owner)
    case 25..<27: self = .wait(1 + random.number(below: 3))
    case 27..<29: self = .seat(&random)
    default: self = .move(1 + random.number(below: 99))
    }
  }
}

extension MindStep {
  private static func seat(_ random: inout SeededRandom) -> MindStep {
    let users = Set((0..<3).filter { _ in random.oneIn(2) }.map { UInt32($0) })
    return .seat(random.oneIn(3) ? nil : UInt32(random.number(below: 3)), among: users)
  }
}

/// What should come of it: the laws in a few lines, by another way.
struct MindModel {
  struct ModelScene {
    let number: Int
    let onChange: ChangePolicy
    let expires: Int?
    var appeared = false
    var yielded = false
    var deadline: Int?
  }

  struct ModelSession {
    let user: UInt32
    var scenes: [ModelScene] = []
    var pushed = 0
  }

  private(set) var sessions: [Int: ModelSession] = [:]
  private(set) var newest = 0
  private var now = 0
  private(set) var base = 60
  private var away: Set<UInt32> = []

  mutating func take(_ step: MindStep) {
    switch step {
    case .open(let user):
      newest += 1
      sessions[newest] = ModelSession(user: user)
    case .end(let session): sessions[session] = nil
    case .reset: sessions = [:]
    case .push(let session, let policy, let expires): push(session, policy, expires)
    case .appear(let owner): change(owner) { scene, now in scene.appear(at: now) }
    case .disappear(let owner): change(owner) { scene, _ in scene.disappear() }
    case .pop(let owner): pop(owner)
    case .wait(let seconds): wait(seconds)
    case .move(let raw): move(to: raw)
    case .seat(let active, let users): away = users.filter { $0 != active }
    }
  }

  /// Those whose users have left the seat.
  var suspended: Set<SessionID> {
    Set(sessions.filter { away.contains($0.value.user) }.map { SessionID($0.key) })
  }

  /// Those that hold, covered or not.
  var held: Set<ClaimOwner> { owners { _, scene in scene.appeared } }

  /// Those that hold below another of their session.
  var covered: Set<ClaimOwner> { owners { session, scene in scene.appeared && scene.number != session.topmost } }

  /// Those whose claims count on the panel.
  var counting: Set<ClaimOwner> {
    owners { session, scene in
      scene.number == session.topmost && !scene.yielded && !away.contains(session.user)
    }
  }

  private func owners(_ isMeant: (ModelSession, ModelScene) -> Bool) -> Set<ClaimOwner> {
    var owners: Set<ClaimOwner> = []
    for (number, session) in sessions {
      for scene in session.scenes where isMeant(session, scene) { owners.insert(owner(number, scene.number)) }
    }
    return owners
  }
}

extension MindModel {
  /// The same step for those sessions and scenes that are meant.
  func resolved(_ step: MindStep) -> MindStep {
    switch step {
    case .end(let place): .end(session(at: place))
    case .push(let place, let policy, let expires): .push(session(at: place), policy, expires: expires)
    case .appear(let place): .appear(scene(at: place))
    case .disappear(let place): .disappear(scene(at: place))
    case .pop(let place): .pop(scene(at: place))
    default: step
    }
  }

  private func session(at place: Int) -> Int {
    let living = sessions.keys.sorted()
    return living.isEmpty ? 1 : living[place % living.count]
  }

  private func scene(at place: ClaimOwner) -> ClaimOwner {
    let session = session(at: place.session.number)
    let scenes = sessions[session]?.scenes ?? []
    return owner(session, scenes.isEmpty ? 1 : scenes[place.scene.number % scenes.count].number)
  }

  private mutating func push(_ session: Int, _ policy: ChangePolicy, _ expires: Int?) {
    guard let scenes = sessions[session]?.scenes, scenes.count < 16 else { return }
    sessions[session]?.pushed += 1
    let number = sessions[session]?.pushed ?? 0
    sessions[session]?.scenes.append(ModelScene(number: number, onChange: policy, expires: expires))
  }

  private func position(of owner: ClaimOwner) -> Int? {
    sessions[owner.session.number]?.scenes.firstIndex { $0.number == owner.scene.number }
  }

  private mutating func change(_ owner: ClaimOwner, _ body: (inout ModelScene, Int) -> Void) {
    guard let position = position(of: owner), var session = sessions[owner.session.number] else { return }
    body(&session.scenes[position], now)
    sessions[owner.session.number] = session
  }

  private mutating func pop(_ owner: ClaimOwner) {
    if let position = position(of: owner) { sessions[owner.session.number]?.scenes.removeSubrange(position...) }
  }

  private mutating func wait(_ seconds: Int) {
    now += seconds
    for (number, session) in sessions {
      let overdue = session.scenes.firstIndex { scene in scene.deadline.map { $0 <= now } ?? false }
      if let overdue { sessions[number]?.scenes.removeSubrange(overdue...) }
    }
  }

  private mutating func move(to raw: Int) {
    base = raw
    for (number, session) in sessions where !away.contains(session.user) {
      for (position, scene) in session.scenes.enumerated() where scene.appeared && !scene.yielded {
        switch scene.onChange {
        case .rebase: break
        case .cancel where scene.number == session.topmost: pop(owner(number, scene.number))
        case .yield, .cancel: sessions[number]?.scenes[position].yielded = true
        }
      }
    }
  }
}

extension MindModel.ModelSession {
  fileprivate var topmost: Int? { scenes.last { $0.appeared }?.number }
}

extension MindModel.ModelScene {
  fileprivate mutating func appear(at now: Int) {
    guard !appeared || yielded else { return }
    (appeared, yielded, deadline) = (true, false, expires.map { now + $0 })
  }

  fileprivate mutating func disappear() {
    (appeared, yielded, deadline) = (false, false, nil)
  }
}
