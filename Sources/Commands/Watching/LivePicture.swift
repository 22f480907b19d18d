import ControlAPI

/// The overview as it changes.
struct LivePicture: Sendable {
  static let lost = "cannot watch 'lights': the daemon is gone; they are told again when it is back"

  var overview = Overview(lights: [], sessions: [])
  /// Why this is how it was at last.
  var trouble: String?

  static func missing(_ failure: Failure) -> String { "\(failure.reason); it is told of when it is back" }

  mutating func take(_ news: LightsInterface.Watch.Reply) {
    trouble = nil
    let place = overview.lights.firstIndex { $0.id == news.light.id }
    switch (place, news.cause) {
    case (let place?, .gone): overview.lights.remove(at: place)
    case (nil, .gone): break
    case (let place?, _): overview.lights[place] = news.light
    case (nil, _): overview.lights.append(news.light)
    }
  }

  /// Whether each scene that decides is known: neither number is given a second time.
  var knowsHolders: Bool {
    overview.lights.allSatisfy { light in
      guard let number = light.session else { return true }
      return overview.sessions.contains { $0.id == number && $0.scenes.contains { $0.id == light.scene } }
    }
  }

  func lines(on screen: Screen, _ names: Names) -> [String] {
    // Nobody is told when those who wait go.
    let overview = Overview(lights: overview.lights, sessions: overview.sessions.filter { !$0.suspended })
    let lines = overview.lines(on: screen, names)
    return lines + [trouble].compactMap { $0?.cut(to: screen.columns ?? .max, mark: screen.ellipsis) }
  }
}
