import BrightnessModel
import Testing

@testable import Brightness

@Suite struct SessionsWatchTests {
  private let harness = CoreHarness(panel: 60)
  private let change = ["sessions"]

  init() {
    harness.open(1)
    harness.open(2)
  }

  @Test func `a watcher of sessions is notified at once, and not of sessions without scenes`() {
    #expect(watch().texts(to: 1) == change)

    harness.open(3)

    #expect(harness.end(3).texts(to: 1) == [])
    #expect(harness.move(to: 50).texts(to: 1) == [])
  }

  @Test func `each step of a scene notifies once`() throws {
    watch()
    let scene = key(2)

    #expect(harness.call(2, .push(try request(.at(60)))).texts(to: 1) == change)
    #expect(harness.appear(scene).texts(to: 1) == change)
    #expect(harness.disappear(scene).texts(to: 1) == change)
    #expect(harness.pop(from: scene).texts(to: 1) == change)
    #expect(harness.end(2).texts(to: 1) == [])
  }

  @Test func `a hold that changes no light notifies, and so does its end`() throws {
    harness.open(3)
    harness.hold(.at(100), key(2))
    watch()

    #expect(harness.call(3, .hold(try request(.most(100)))).texts(to: 1) == change)

    #expect(harness.end(3).texts(to: 1) == change)
  }

  @Test func `a scene that yields, is suspended or returns notifies`() {
    harness.completeWrites(harness.hold(.at(100), key(2)))
    watch()

    #expect(harness.seat(1001, among: [1000, 1001]).texts(to: 1) == change)
    #expect(harness.resume().texts(to: 1) == change)
    #expect(harness.move(to: 40).texts(to: 1) == change)
  }

  @Test func `a scene that decides because another one ended notifies`() {
    harness.completeWrites(harness.hold(.at(20), key(2)))
    harness.completeWrites(harness.hold(.at(100), key(3)))
    watch()

    #expect(harness.end(3).texts(to: 1) == change)
  }

  @Test func `a watcher that is gone is not notified`() {
    watch()
    harness.end(1)

    #expect(harness.hold(.at(100), key(2)).texts(to: 1) == [])
  }

  @discardableResult
  private func watch() -> Outcome { harness.call(1, .watchSessions) }
}
