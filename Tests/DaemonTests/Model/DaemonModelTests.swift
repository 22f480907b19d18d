import BrightnessModel
import Glibc
import Guarantees
import Hardware
import RandomHistories
import Testing

@testable import Brightness

@Suite(.tags(.baseIsTheUsers, .nothingOverwrittenUnseen)) struct DaemonModelTests {
  @Test(arguments: historySeeds(4))
  func `for any history, the base is the user's, survives daemon deaths, and every light returns to it`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let length = 200
    for _ in 0..<max(1, modelSteps / 4 / length) {
      let history = (0..<length).map { _ in DaemonStep(&random) }

      if let violation = try violation(by: history) {
        let shortest = shrunk(history) { (try? self.violation(by: $0)) != nil }
        let steps = shortest.map { "  \($0)" }.joined(separator: "\n")
        Issue.record("seed \(seed): \(violation); shortest: \(try self.violation(by: shortest) ?? "") after\n\(steps)")
        return
      }
    }
  }

  @Test(arguments: [refusedOnce, returnedAndUnplugged, stoppedShort, movedBack, movedBackToSilence])
  func `histories that once failed succeed`(history: [DaemonStep]) throws {
    #expect(try violation(by: history) == nil)
  }

  private func violation(by history: [DaemonStep]) throws -> String? {
    var world = try DaemonWorld()
    for step in history {
      try world.take(step)
      if world.violation != nil { return world.violation }
    }
    try world.bringToRest()
    return world.violation
  }
}

/// A level is refused permanently, and the user sets it again when it can be written.
private let refusedOnce: [DaemonStep] = [
  .unplug(0), .plug(0, maximum: 96_000, place: 0.922, underOtherName: false), .carryOut(1), .fault(0, .code(EROFS)),
  .set(0, .share(.nothing), fade: true), .move(1, place: 0.581, .unknown),
]

/// A light is unplugged when its restore is done and still on record, and returns before the record
/// is removed.
private let returnedAndUnplugged: [DaemonStep] = [
  .unplug(2),
  .hold(4, .scaled(Share(units: Share.unitsOfAll / 100)), .kind(.keyboard), .rebase, fade: false),
  .fault(2, .code(EACCES)), .dieSoon(calls: 7), .plug(2, maximum: 96_000, place: 0.397, underOtherName: false),
  .move(2, place: 0.005, .sysfs), .resume, .carryOut(2), .unplug(2),
  .plug(2, maximum: 96_000, place: 0.761, underOtherName: true), .pass(.seconds(1)), .die,
]

/// In the middle of a fade the driver starts to report success without any effect, as one that
/// rounds would.
private let stoppedShort: [DaemonStep] = [
  .hold(4, .scaled(Share(units: Share.unitsOfAll / 100 * 63)), .kind(.keyboard), .yield, fade: true),
  .pass(.seconds(60)), .set(2, .share(Share(units: Share.unitsOfAll)), fade: true), .carryOut(0), .fault(2, .ignored),
  .pass(.seconds(60)),
]

/// After a failed write, an external change to the level shown before may be the driver's.
private let movedBack: [DaemonStep] = [
  .set(2, .share(Share(units: Share.unitsOfAll)), fade: true), .carryOut(2), .fault(2, .codeAfterTaking(EIO)), .die,
  .hold(3, .exactly(Share(units: Share.unitsOfAll)), .kind(.keyboard), .yield, fade: true), .carryOut(1),
  .set(2, .share(Share(units: Share.unitsOfAll)), fade: false), .move(2, place: 0.688, .hotkey),
]

/// The same, where the level shown before came from a change without an event.
private let movedBackToSilence: [DaemonStep] = [
  .fault(2, .codeAfterTaking(EIO)),
  .hold(4, .exactly(Share(units: Share.unitsOfAll / 100 * 8)), .kind(.keyboard), .cancel, fade: false),
  .leaveSeat(4), .move(2, place: 0.715, .hotkey), .moveSilently(place: 0.584), .resume, .takeSeat(4), .release(4),
  .move(2, place: 0.449, .unknown),
]

/// The total number of steps; CI sets more.
private var modelSteps: Int {
  getenv("BRIGHTNESSD_MODEL_STEPS").flatMap { Int(String(cString: $0)) } ?? 4_000
}
