import Glibc
import Hardware
import HardwareTesting
import Testing

@Suite struct ReplugTests {
  @Test func `a device that is there again as it was is written at once`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(ENODEV))
    written.request(.level(50))
    written.forgetPast()

    written.update(written.kernel.facts)
    written.settle()

    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test func `rights to a device that came are waited for anew`() throws {
    let written = try Written.holding()
    written.pass(.seconds(10))
    written.kernel.fail(.openToWrite, .code(EACCES), times: 3)

    written.update(written.kernel.facts)
    written.request(.level(50))
    written.settleThrough(.seconds(2))

    #expect(written.reports() == [.wrote(50, shows: 50)])
  }

  @Test func `another device under the name is looked at, and gets nothing that was meant for the former one`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .code(ENODEV))
    written.request(.level(60, restore: .of()))
    written.forgetPast()
    var facts = written.kernel.facts
    facts.incarnation += 1

    written.update(facts)
    written.settle()

    #expect(written.journal() == ["read 80"])
    #expect(written.reports() == [.found(80)])
  }

  @Test func `the end of a job for the former device says nothing of the next one`() throws {
    let written = try Written.holding()
    written.apply(.level(60, restore: .of()))
    var facts = written.kernel.facts
    facts.incarnation += 1

    written.update(facts)
    written.settle()

    #expect(written.reports() == [.found(60)])
  }
}
