import BrightnessEventLoop
import BrightnessVarlink
import Glibc
import Testing

@Suite struct ThermometerTests {
  @Test func `a client asks a server on the same loop`() async throws {
    let loop = try EventLoop()
    let address = "@brightnessd-thermometer-\(getpid())"
    let server = try serveThermometer(at: address, on: loop)

    let answers = Task(executorPreference: loop) {
      defer { loop.stop() }
      let rooms = ["kitchen", "cellar"]
      var answers: [Double?] = []
      for room in rooms { answers.append(try await degrees(in: room, from: "unix:\(address)", on: loop)) }
      return answers
    }
    loop.run()
    server.stop()

    #expect(try await answers.value == [21, nil])
  }
}
