import Brightness
import Hardware

/// What became of the writes that a call asked for.
public enum LightAnswer: Hashable, Sendable {
  /// Every light shows what it should.
  case done
  /// These do not yet, and are brought there as soon as they can be.
  case owed([Brightness.LightID: LightTrouble])
  /// A base could not be recorded, so that nothing was written.
  case unrecorded(LightError)
}

/// Those that wait for lights to show what they should.
struct Waits {
  /// How far a light has come.
  enum Progress {
    case moving
    case atRest
    case owed(LightTrouble)
  }

  private struct Wait {
    var open: Set<Brightness.LightID>
    /// Whose claims it is for, if it is for claims.
    let owner: ClaimOwner?
    var owed: [Brightness.LightID: LightTrouble] = [:]
    let answer: (LightAnswer) -> Void

    mutating func note(_ light: Brightness.LightID, _ progress: Progress) {
      guard open.contains(light) else { return }
      switch progress {
      case .moving: return
      case .atRest: break
      case .owed(let trouble): owed[light] = trouble
      }
      open.remove(light)
    }
  }

  private var waits: [Wait] = []

  var isEmpty: Bool { waits.isEmpty }

  mutating func wait(
    for lights: some Sequence<Brightness.LightID>,
    of owner: ClaimOwner? = nil,
    _ answer: @escaping @Sendable (LightAnswer) -> Void
  ) {
    waits.append(Wait(open: Set(lights), owner: owner, answer: answer))
  }

  /// Takes note of how far lights have come, and gives the answers that are due now, in the order of the calls.
  mutating func note(_ lights: [Brightness.LightID], _ progress: (Brightness.LightID) -> Progress) -> [() -> Void] {
    for light in lights {
      let progress = progress(light)
      for index in waits.indices { waits[index].note(light, progress) }
    }
    return take { $0.open.isEmpty }.map { wait in
      { wait.answer(wait.owed.isEmpty ? .done : .owed(wait.owed)) }
    }
  }

  /// Nothing was written for these scenes, since a base could not be recorded. Everybody else waits for what becomes of the lights.
  mutating func fail(_ owners: [ClaimOwner], _ error: LightError) -> [() -> Void] {
    take { $0.owner.map(owners.contains) ?? false }.map { wait in { wait.answer(.unrecorded(error)) } }
  }

  private mutating func take(where isDue: (Wait) -> Bool) -> [Wait] {
    let due = waits.filter(isDue)
    waits.removeAll(where: isDue)
    return due
  }
}
