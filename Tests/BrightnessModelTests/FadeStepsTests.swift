import BrightnessModel
import Testing

@Suite struct FadeStepsTests {
  @Test func `a fade has 30 steps a second, even on the light's scale`() {
    let linear = range(100, .keyboard).steps(from: 0, to: 100, in: .seconds(1) / 3)
    let perceptual = range(10_000, .keyboard, .perceptual).steps(from: 0, to: 10_000, in: .seconds(1) / 6)

    #expect(linear.map(\.raw) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    #expect(perceptual.map(\.raw) == [299, 1125, 2812, 5668, 10_000])
  }

  @Test(arguments: [Duration.zero, .milliseconds(33), .milliseconds(66), .seconds(-1)])
  func `a fade too short for two steps has its target alone`(duration: Duration) {
    #expect(range(100).steps(from: 90, to: 10, in: duration) == [LightStep(10)])
  }

  @Test func `a fade to the current raw value has its target alone`() {
    for range in ranges() {
      for raw in [0, range.maximum / 2, range.maximum] {
        #expect(range.steps(from: raw, to: raw, in: .seconds(10)) == [LightStep(raw)])
      }
    }
  }

  @Test func `a light with few raw values shows each once, over the whole duration`() {
    let steps = range(3, .keyboard).steps(from: 0, to: 3, in: .seconds(3))

    #expect(steps.map(\.raw) == [1, 2, 3])
    #expect(thousandths(steps).reduce(0, +) == 3000)
    #expect(range(1, .keyboard).steps(from: 1, to: 0, in: .seconds(1)) == [LightStep(0)])
  }

  @Test func `a step lasts according to the scale`() {
    let linear = range(4, .keyboard).steps(from: 0, to: 4, in: .seconds(6))
    let perceptual = range(8, .keyboard, .perceptual).steps(from: 0, to: 8, in: .seconds(6))

    #expect(thousandths(linear) == [2246, 1508, 2246, 0])
    #expect(thousandths(perceptual) == [3017, 737, 570, 469, 402, 369, 436, 0])
  }

  @Test(arguments: [Duration.milliseconds(200), .seconds(1), .seconds(7), .seconds(180), .seconds(1_000_000)])
  func `a fade is strictly monotone and reaches its target in time on every range`(duration: Duration) {
    for range in ranges([.panel]) {
      for (start, target) in [(0, range.maximum), (range.maximum, 0), (range.maximum / 3, range.maximum / 2)] {
        let steps = range.steps(from: start, to: target, in: duration)
        let all = [start] + steps.map(\.raw)
        let isOneWay = zip(all, all.dropFirst()).allSatisfy { target > start ? $0 < $1 : $0 > $1 }
        let time = steps.map(\.lasts).reduce(.zero, +)

        #expect(steps.last == LightStep(target))
        #expect(steps.count <= 1800)
        #expect(isOneWay || start == target)
        #expect(steps.count == 1 || (duration - .microseconds(1)...duration).contains(time))
        #expect(steps.dropLast().allSatisfy { $0.lasts >= .seconds(1) / 31 })
      }
    }
  }
}

/// The duration of each step in milliseconds.
private func thousandths(_ steps: [LightStep]) -> [Int] {
  steps.map { Int(($0.lasts / .milliseconds(1)).rounded()) }
}
