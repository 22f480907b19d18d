import BrightnessModel
import Testing

@testable import Daemon

@Suite struct AmbientHistoryTests {
  @Test(arguments: [0, 1, 499, 500, 501, 1234])
  func `the last events are kept in their order`(count: Int) {
    let history = AmbientHistory()

    for lux in 0..<count { history.note(.reading(Illuminance(lux: lux)), at: Moment(.seconds(lux))) }

    let kept = max(0, count - 500)..<count
    #expect(
      history.entries == kept.map { .init(moment: Moment(.seconds($0)), event: .reading(Illuminance(lux: $0))) }
    )
  }
}
