import EventLoop
import Testing

@Suite struct LoopActorTests {
  @Test func `what is done on the loop has the actor, what it is given, and an answer`() throws {
    let adder = Adder(on: try EventLoop())

    let sums = [1, 2, 3].map { number in adder.onLoop((number, 10)) { $0.add($1.0 * $1.1) } }

    #expect(sums == [10, 30, 60])
  }

  @Test func `whoever does it elsewhere is stopped`() async {
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
