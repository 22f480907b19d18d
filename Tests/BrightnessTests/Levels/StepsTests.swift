import Brightness
import Testing

@Suite struct StepsTests {
  @Test func `steps are evenly spaced on the light's scale, thirty to a second`() {
    let linear = range(100, .keyboard).steps(from: 0, to: 100, in: .seconds(1) / 3)
    let perceptual = range(10_000, .keyboard, .perceptual).steps(from: 0, to: 10_000, in: .seconds(1) / 6)

    #expect(linear == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    #expect(perceptual == [299, 1125, 2812, 5668, 10_000])
  }

  @Test(arguments: [Duration.zero, .milliseconds(33), .milliseconds(66), .seconds(-1)])
  func `a way too short for two steps has its goal alone`(duration: Duration) {
    #expect(range(100).steps(from: 90, to: 10, in: duration) == [10])
  }

  @Test func `a way to where one is has its goal alone`() {
    for range in ranges() {
      for raw in [0, range.maximum / 2, range.maximum] {
        #expect(range.steps(from: raw, to: raw, in: .seconds(10)) == [raw])
      }
    }
  }

  @Test func `a light of few steps takes each once`() {
    #expect(range(3, .keyboard).steps(from: 0, to: 3, in: .seconds(1)) == [1, 2, 3])
    #expect(range(1, .keyboard).steps(from: 1, to: 0, in: .seconds(1)) == [0])
  }

  @Test(arguments: [Duration.milliseconds(200), .seconds(1), .seconds(7), .seconds(1_000_000)])
  func `on every range the way leads in one direction, each step another one, and ends at the goal`(
    duration: Duration
  ) {
    for range in ranges([.panel]) {
      for (start, goal) in [(0, range.maximum), (range.maximum, 0), (range.maximum / 3, range.maximum / 2)] {
        let steps = range.steps(from: start, to: goal, in: duration)
        let all = [start] + steps
        let isOneWay = zip(all, all.dropFirst()).allSatisfy { goal > start ? $0 < $1 : $0 > $1 }

        #expect(steps.last == goal)
        #expect(steps.count <= 1800)
        #expect(isOneWay || start == goal)
      }
    }
  }
}
