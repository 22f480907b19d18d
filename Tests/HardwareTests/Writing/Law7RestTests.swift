import Hardware
import HardwareTesting
import Testing

@Suite struct Law7RestTests {
  @Test func `a light that is to go where it still rests is read, and not written`() throws {
    let written = try Written()

    written.order(.level(50, expecting: 50))

    #expect(written.journal() == ["read 50"])
    #expect(written.news() == [.wrote(50, shows: 50)])
  }

  @Test func `a light that has left its rest by an errand under way is written back`() throws {
    let written = try Written()
    written.obey(.level(80, owed: .of(), expecting: 50))

    written.order(.level(50, expecting: 50))

    #expect(written.journal() == ["read 50", "record 50", "write 80", "read 80", "write 50", "read 50", "clear panel"])
    #expect(written.kernel.level == 50)
  }

  @Test func `a record alone waits for the light to be seen where it is expected`() throws {
    let written = try Written()
    _ = written.kernel.move(to: 70, by: .unknown)

    written.order(LightOrder(through: [], owed: .of(), expecting: 50))

    #expect(written.journal() == ["read 70"])
    #expect(written.news() == [.found(70)])
    #expect(written.records.debts == [:])
  }

  @Test func `a light that has left its rest by a step of a fade is written back, whatever was expected`() throws {
    let written = try Written()
    written.order(LightOrder(through: [60, 70, 80], owed: .of(), expecting: 50))
    _ = written.journal()

    written.order(.level(50, expecting: 50))

    #expect(written.journal() == ["write 50", "read 50", "clear panel"])
    #expect(written.news() == [.wrote(50, shows: 50)])
  }
}
