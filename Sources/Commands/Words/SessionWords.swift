import ControlAPI
import EventLoop

extension SessionsInterface.Claim {
  /// The claim as people say it: `at most 30% on panel`.
  var inWords: String {
    let wish =
      switch rule {
      case .exactly: percent.inPercent
      case .atLeast: "at least \(percent.inPercent)"
      case .atMost: "at most \(percent.inPercent)"
      case .scaled: "scaled to \(percent.inPercent)"
      }
    return light.map { "\(wish) on \($0.inOneLine(atMost: 64))" } ?? wish
  }
}

extension SessionsInterface.Scene {
  /// What becomes of its claims now, in a word.
  var stateInWords: String {
    if !appeared { return "waiting" }
    return deciding ? "deciding" : "outranked"
  }
}

extension SessionsInterface.Session {
  /// Who it is, as far as one may know: the process with its number, or else the user.
  func holder(_ names: Names) -> String {
    guard let pid else { return "user \(names.ofUser(uid)?.inOneLine(atMost: 32) ?? "\(uid)")" }
    return names.ofProcess(pid).map { "\($0.inOneLine(atMost: 32)) (\(pid))" } ?? "process \(pid)"
  }
}
