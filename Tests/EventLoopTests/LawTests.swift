@testable import EventLoop

import Testing

@Suite struct LawTests {
  @Test func `whoever registers from outside the loop's thread is stopped`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      OtherThread { loop.at(.now) {} }.join()
    }
  }

  @Test func `whoever runs a loop that another thread made is stopped`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      loop.stop()
      OtherThread { loop.run() }.join()
    }
  }

  @Test func `whoever runs a loop inside itself is stopped`() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      loop.perform {
        loop.stop()
        loop.run()
      }
      loop.run()
    }
  }

  @Test func `whoever assumes the loop's isolation elsewhere is stopped`() async {
    await #expect(processExitsWith: .failure) {
      let resident = Resident(try EventLoop())
      OtherThread { resident.assumeIsolated { _ in } }.join()
    }
  }
}
