import Programs
import RawClients
import Testing

@Suite struct SecondDaemonTests {
  @Test(arguments: [false, true])
  func `a second daemon is told who is there already, and disturbs nobody`(forOtherLights: Bool) throws {
    let stage = try Stage()
    var client: RawClient? = try stage.idleHolder()

    let second = try stage.machine.second(forOtherLights: forOtherLights)

    #expect(second.status == 1)
    #expect(second.lines.count == 1 && second.output.hasPrefix("cannot "))
    #expect(second.output.contains(forOtherLights ? stage.machine.socket : "process \(stage.machine.daemon.process) "))
    #expect(try stage.machine.level == "19200\n")
    #expect(try stage.witness.holders().count == 1)
    _ = client.take()
    try stage.expectReturn()
  }
}
