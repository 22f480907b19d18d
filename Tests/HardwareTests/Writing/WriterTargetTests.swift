import BrightnessModel
import Guarantees
import Hardware
import HardwareTesting
import Testing

@Suite(.tags(.noUnrequestedWrites)) struct WriterTargetTests {
  @Test func `a light already at its target is read and not written`() throws {
    let written = try Written()

    written.request(.level(50, expected: 50))

    #expect(written.journal() == ["read 50"])
    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test func `a light moved by a job in flight is written back`() throws {
    let written = try Written()
    written.apply(.level(80, record: .of(), expected: 50))

    written.request(.level(50, expected: 50))

    #expect(
      written.journal() == [
        "read 50", "record 50", "write 80", "read 80", "read 80", "write 50", "read 50", "clear panel",
      ]
    )
    #expect(written.kernel.level == 50)
  }

  @Test func `a request without a level is recorded only at the expected level`() throws {
    let written = try Written()
    _ = written.kernel.move(to: 70, by: .unknown)

    written.request(TargetRequest(target: nil, record: .of(), expected: 50))

    #expect(written.journal() == ["read 70", "read 70"])
    #expect(written.reports() == [.found(70)])
    #expect(written.records.restores == [:])
  }

  @Test func `a light moved by a step of a fade is written back despite the expectation`() throws {
    let written = try Written.read()
    written.request(.fade(to: 80, record: .of(), expected: 50))
    _ = written.journal()

    written.request(.level(50, expected: 50))

    #expect(written.journal() == ["read 60", "write 50", "read 50", "clear panel"])
    #expect(written.reports() == [.attempted, .wrote(50, shows: 50)])
  }
}
