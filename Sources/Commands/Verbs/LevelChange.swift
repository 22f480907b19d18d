import CommandLines
import ControlAPI
import Model

/// What `set`, `up` and `down` do: other levels for lights, and what these have then.
struct LevelChange: Sendable, Hashable {
  let level: LightsInterface.Level
  /// Without any, everything that shows a picture.
  let lights: [String]
  let fade: Duration?
  let allowsOff: Bool
  let form: LevelForm

  init(_ level: LightsInterface.Level, _ arguments: inout Arguments) throws(UsageError) {
    self.level = level
    lights = try arguments.allWords()
    fade = try arguments.value(of: .fade) { (text) throws(UsageError) in try Duration(word: text) }
    allowsOff = arguments.has(.allowOff)
    form = try LevelForm(arguments)
  }

  func run(in surroundings: Surroundings, on daemon: DaemonAddress) async throws(Failure) -> ExitStatus {
    let client = try daemon.connect()
    guard lights.count > 1 else {
      try surroundings.say(lines(try await set(lights.first, by: client)))
      return .done
    }
    return try await setEach(ids(by: client), in: surroundings, on: daemon)
  }

  /// The lights that are named, each once. A name that is none is found before anything has moved.
  private func ids(by client: ControlClient) async throws(Failure) -> [String] {
    var ids: [String] = []
    for name in lights {
      do {
        let id = try await client.lights.get(light: name).light.id
        if !ids.contains(id) { ids.append(id) }
      } catch {
        throw await client.failure(error, cannot: "set", name)
      }
    }
    return ids
  }

  /// All at once, each over a connection of its own: over one they would wait for each other.
  private func setEach(
    _ ids: [String],
    in surroundings: Surroundings,
    on daemon: DaemonAddress
  ) async throws(Failure) -> ExitStatus {
    var clients: [(id: String, client: ControlClient)] = []
    for id in ids { clients.append((id, try daemon.connect())) }
    let results = await withTaskGroup(of: (Int, Result<[LightsInterface.Light], Failure>).self) { group in
      for (index, each) in clients.enumerated() {
        group.addTask { (index, await self.result(each.id, by: each.client)) }
      }
      return await group.reduce(into: Array(repeating: nil, count: clients.count)) { $0[$1.0] = $1.1 }
    }.compactMap(\.self)
    var failures: [Failure] = []
    var changed: [LightsInterface.Light] = []
    for result in results {
      switch result {
      case .success(let lights): changed += lights
      case .failure(let failure): failures.append(failure)
      }
    }
    try surroundings.say(lines(changed))
    for failure in failures { surroundings.complain(failure.sentence) }
    return failures.first?.status ?? .done
  }

  private func result(_ light: String, by client: ControlClient) async -> Result<[LightsInterface.Light], Failure> {
    do {
      return .success(try await set(light, by: client))
    } catch {
      return .failure(error)
    }
  }

  private func set(_ light: String?, by client: ControlClient) async throws(Failure) -> [LightsInterface.Light] {
    do {
      return try await client.lights.set(light: light, level: level, fade: fade, allowOff: allowsOff ? true : nil)
        .lights
    } catch {
      throw await client.failure(error, cannot: "set", light)
    }
  }
}

extension LevelChange {
  /// What is said of the lights when they have changed.
  func lines(_ lights: [LightsInterface.Light]) -> [String] {
    if form == .json { return [JSONLine.text(("lights", lights))] }
    return lights.map { light in
      let name = lights.count > 1 ? "\(light.id) " : ""
      return name + light.base(form) + (form == .written ? remark(on: light) : "")
    }
  }

  private func remark(on light: LightsInterface.Light) -> String {
    if light.state == .held, let session = light.session {
      return ", held at \(light.level(.written)) by session \(session)"
    }
    switch level {
    case .changePercent(let step): return isAtEnd(light, isUp: step > 0) ? ", at its end" : ""
    case .changeRaw(let step): return isAtEnd(light, isUp: step > 0) ? ", at its end" : ""
    case .percent, .raw: return ""
    }
  }

  private func isAtEnd(_ light: LightsInterface.Light, isUp: Bool) -> Bool {
    isUp ? light.baseRaw == light.maximum : light.baseRaw == 0 || (!allowsOff && light.base <= light.floor)
  }
}
