import ControlAPI
import EventLoop

extension SessionsInterface.Claim {
  fileprivate func covers(_ light: LightsInterface.Light) -> Bool {
    guard let name = self.light else { return light.kind == .panel || light.kind == .monitor }
    return name == light.id || name == light.kind.rawValue
  }

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

extension SessionsInterface.Session {
  /// What becomes of a scene's claims now, in a word.
  func state(of scene: SessionsInterface.Scene) -> String {
    if !scene.appeared { return "waiting" }
    if suspended { return "suspended" }
    return scene.deciding ? "deciding" : "outranked"
  }

  /// The topmost scene that has appeared, if it claims a light.
  func scene(claiming light: LightsInterface.Light) -> SessionsInterface.Scene? {
    let scene = scenes.last(where: \.appeared)
    return scene?.claims.contains { $0.covers(light) } == true ? scene : nil
  }

  /// Who it is, as far as one may know: the process with its number, or else the user.
  func holder(_ names: Names) -> String {
    guard let pid else { return "user \(names.ofUser(uid)?.inOneLine(atMost: 32) ?? "\(uid)")" }
    return names.ofProcess(pid).map { "\($0.inOneLine(atMost: 32)) (\(pid))" } ?? "process \(pid)"
  }
}
