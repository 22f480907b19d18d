@testable import BrightnessEventLoop

import Testing

@Suite struct ProgrammingErrorTests {
  @Test func `registering from another thread traps`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      OtherThread { loop.at(.now) {} }.join()
    }
  }

  @Test func `running the loop of another thread traps`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      loop.stop()
      OtherThread { loop.run() }.join()
    }
  }

  @Test func `running a loop inside itself traps`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      loop.perform {
        loop.stop()
        loop.run()
      }
      loop.run()
    }
  }

  @Test func `assuming the loop's isolation on another thread traps`() async {
    await #expect(processExitsWith: .failure) {
      let resident = Resident(try EventLoop())
      OtherThread { resident.assumeIsolated { _ in } }.join()
    }
  }
}
