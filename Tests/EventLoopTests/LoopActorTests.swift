import EventLoop
import Testing

@Suite struct LoopActorTests {
  @Test func `onLoop passes the actor and the input, and returns the result`() throws {
    let adder = Adder(on: try EventLoop())

    let sums = [1, 2, 3].map { number in adder.onLoop((number, 10)) { $0.add($1.0 * $1.1) } }

    #expect(sums == [10, 30, 60])
  }

  @Test func `onLoop traps on another thread`() async {
    await #expect(processExitsWith: .failure) {
      let adder = Adder(on: try EventLoop())
      OtherThread { _ = adder.onLoop(1) { $0.add($1) } }.join()
    }
  }
}

private actor Adder: LoopActor {
  nonisolated let loop: EventLoop
  private var sum = 0

  init(on loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func add(_ number: Int) -> Int {
    sum += number
    return sum
  }
}
