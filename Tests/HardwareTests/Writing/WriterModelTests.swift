import BrightnessModel
import Glibc
import Guarantees
import Hardware
import HardwareTesting
import RandomHistories
import Testing

@Suite(.tags(.nothingOverwrittenUnseen)) struct WriterModelTests {
  @Test(arguments: 0..<modelHistories)
  func `random histories end with the light at the newest request or the user's level`(seed: UInt64) throws {
    var history = try History(seed: seed)

    for _ in 0..<stepsOfHistory { try history.happen() }
    let end = try history.rest()

    #expect(end.level == end.wanted)
    #expect(end.isRecorded == end.mustBeRecorded)
    #expect(end.breaches == [])
    #expect(end.deadlines == 0)
  }
}

private let stepsOfHistory = 60

/// As many histories as make the number of steps in the variable.
private let modelHistories: UInt64 =
  getenv("BRIGHTNESSD_MODEL_STEPS").flatMap { UInt64(String(cString: $0)) }.map { $0 / UInt64(stepsOfHistory) } ?? 200

/// Random requests, changes, failures and waits on one light, which is finally left alone.
private struct History {
  struct End {
    var level: Int
    var wanted: Int
    var isRecorded: Bool
    var mustBeRecorded: Bool
    /// Writes for a claim that was not on record.
    var breaches: [String]
    var deadlines: Int
  }

  private static let faults: [FakeKernel.Fault] = [
    .code(EIO), .codeAfterTaking(EIO), .code(EBUSY), .code(ENODEV), .code(EACCES), .cutShort,
  ]

  private let written: Written
  private var random: SeededRandom
  private var newest = TargetRequest.level(50)
  private var breaches: [String] = []

  init(seed: UInt64) throws {
    written = try Written()
    random = SeededRandom(seed: seed)
    written.handle(ChangeEvent())
    try request(newest)
  }

  mutating func happen() throws {
    switch random.number(below: 12) {
    case 0...2: try request(.level(random.number(below: 101), record: random.oneIn(2) ? nil : .of()))
    case 3:
      try request(
        .fade(to: random.number(below: 101), over: .milliseconds(random.number(below: 300)), record: .of())
      )
    case 4: written.read(written.kernel.move(to: random.number(below: 101), by: random.one(of: ChangeSource.allCases)))
    case 5: written.kernel.fail(random.one(of: [.write, .openToWrite]), random.one(of: Self.faults))
    case 6: written.kernel.fail(random.one(of: [.read, .openToRead]), random.one(of: [.code(EIO), .text("?")]))
    case 7: written.records.refuse(random.oneIn(2) ? nil : ENOSPC)
    case 8: written.resume()
    case 9: written.pass(.milliseconds(random.number(below: 2000)))
    default: step()
    }
    note()
  }

  /// Nothing fails any more, and there is time enough; a person's change is answered as its owner
  /// would: by no claim at all.
  mutating func rest() throws -> End {
    written.kernel.heal()
    written.records.refuse(nil)
    for _ in 0..<3 {
      written.read()
      for _ in 0..<200 {
        written.pass(.seconds(1))
        while step() {}
      }
      note()
    }
    return End(
      level: written.kernel.level,
      wanted: newest.target ?? written.kernel.level,
      isRecorded: !written.records.restores.isEmpty,
      mustBeRecorded: newest.record != nil,
      breaches: breaches,
      deadlines: written.time.deadlineCount
    )
  }

  private mutating func request(_ request: TargetRequest) throws {
    newest = request
    written.apply(request)
  }

  @discardableResult
  private mutating func step() -> Bool {
    _ = written.journal()
    let isDone = written.step()
    let journal = written.journal()
    let isClaimed = newest.record != nil && written.jobs.count == 0
    if isClaimed, journal.contains(where: { $0.hasPrefix("write") }), written.records.restores.isEmpty {
      breaches.append("\(journal)")
    }
    return isDone
  }

  private mutating func note() {
    let reports = written.reports()
    let moves = reports.filter {
      switch $0 {
      case .moved, .restoredBySystem, .found: true
      default: false
      }
    }
    guard !moves.isEmpty else { return }
    newest = .record(nil)
    written.apply(newest)
  }
}
