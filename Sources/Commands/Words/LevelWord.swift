import CommandLines
import ControlAPI
import EventLoop

extension LightsInterface.Level {
  /// A level as it stands on a command line.
  init(word: String) throws(UsageError) {
    do throws(LevelExpectation) {
      self = try Self(text: word)
    } catch {
      throw .unexpectedWord(word.inOneLine(atMost: 40), expected: "\(error)")
    }
  }

  /// A step without its direction, as `up` and `down` take it: `5%` or `raw:10`.
  init(step word: String, isDown: Bool) throws(UsageError) {
    let level = try Self(word: word)
    switch level {
    case .percent(let percent) where percent > 0 && word.last == "%": self = .changePercent(isDown ? -percent : percent)
    case .raw(let raw) where raw > 0: self = .changeRaw(isDown ? -raw : raw)
    default: throw .unexpectedWord(word.inOneLine(atMost: 40), expected: "a step such as 5% or raw:10")
    }
  }
}

extension Double {
  /// A percentage as it stands on a command line.
  init(word: String) throws(UsageError) {
    do throws(LevelExpectation) {
      self = try Double(percentage: word)
    } catch {
      let isNumber = error == .percentInRange || error == .decimals
      let expected = isNumber ? "\(error)" : "a percentage such as 40% or 50.5%"
      throw .unexpectedWord(word.inOneLine(atMost: 40), expected: expected)
    }
  }
}
