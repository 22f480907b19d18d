import BrightnessControl
import BrightnessVarlink
import HardwareTesting
import Testing

@testable import BrightnessCommands
@testable import Commands

/// Levels that automatic brightness must not learn from.
@Suite struct LevelForNowTests {
  @Test func `a level for now is marked, and no other`() throws {
    let daemon = try PlayedDaemon(refusesForNow: false)

    try daemon.set(isForNow: false)
    try daemon.set(isForNow: true)

    #expect(
      daemon.calls == [
        #"Set {"light":"panel","level":{"percent":10.0}}"#,
        #"Set {"light":"panel","level":{"percent":10.0},"forNow":true}"#,
      ]
    )
  }

  @Test func `an older daemon gets the level without the mark`() throws {
    let daemon = try PlayedDaemon(refusesForNow: true)

    try daemon.set(isForNow: true)

    #expect(daemon.calls.last == #"Set {"light":"panel","level":{"percent":10.0}}"#)
    #expect(daemon.calls.count == 2)
  }

  @Test(arguments: [
    (["-s", "set", "10%"], [true]), (["set", "10%"], [false]), (["-s", "-n9600", "set", "10%"], [true, true]),
  ])
  func `a level that brightnessctl saves before is for now`(words: [String], marks: [Bool]) throws {
    #expect(try marksOfSets(by: [words]) == marks)
  }

  @Test func `a restored level is for now, and one that is set after it is not`() throws {
    #expect(try marksOfSets(by: [["-s", "get"], ["-r", "get"]]) == [true])
    #expect(try marksOfSets(by: [["-s", "get"], ["-r", "set", "20%"]]) == [true, false])
  }

  /// Whether each `Set` that these calls of brightnessctl make is for now.
  private func marksOfSets(by calls: [[String]]) throws -> [Bool] {
    let folder = try TemporaryFolder()
    let path = folder.path
    let daemon = try PlayedDaemon(refusesForNow: false)
    for words in calls {
      var call = try DropInCall(words + ["-dintel_backlight"])
      call.saved = SavedLevels { _ in path }
      _ = try daemon.run { [call] (client) throws(Failure) in try await call.run(by: client) }
    }
    return daemon.calls.map { $0.hasSuffix(#","forNow":true}"#) }
  }
}

extension PlayedDaemon {
  /// A daemon with a panel.
  fileprivate convenience init(refusesForNow: Bool) throws {
    try self.init { log in
      let lights: [ServedMethod] = [
        ServedMethod { (call: MethodCall<LightsInterface.List>, _) in call.reply(.init(lights: [.panel])) },
        ServedMethod { (call: MethodCall<LightsInterface.Get>, _) in call.reply(.init(light: .panel)) },
        ServedMethod { (call: MethodCall<LightsInterface.Set>, request: LightsInterface.Set) in
          log.append(request)
          if refusesForNow, request.forNow != nil {
            return call.fail(ServiceError.invalidParameter("forNow", reason: nil))
          }
          call.reply(.init(lights: [.panel], leftOut: []))
        },
      ]
      return [ServedInterface(LightsInterface.self, lights)]
    }
  }

  fileprivate func set(isForNow: Bool) throws(Failure) {
    _ = try run { (client) throws(Failure) in
      try await client.set("panel", to: .percent(10), allowsOff: false, isForNow: isForNow)
    }
  }
}
