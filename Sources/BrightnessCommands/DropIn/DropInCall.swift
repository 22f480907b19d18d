import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import CommandLines
import Commands
import Glibc

struct DropInCall: Sendable, Hashable {
  var operation = DropInOperation.info
  /// A name of a light, or a pattern.
  var device: String?
  /// The kernel's class: `backlight` or `leds`.
  var subsystem: String?
  var lists = false
  var isQuiet = false
  var pretends = false
  var isMachineReadable = false
  /// Whether `get` prints percent.
  var isPercentage = false
  var saves = false
  var restores = false
  /// The lowest level to set, in steps.
  var minimum: Int?
  /// Converts a percentage of the range to a share of the steps.
  var exponent: Double?
  var saved = SavedLevels(Console.variable)

  func run(by client: ControlClient) async throws(Failure) -> [String] {
    if lists {
      let lights = try await lights(client)
      return header("Available devices:") + lights.flatMap { report(DropInReading($0, exponent)) }
    }
    let isDefault = device == nil && [nil, "backlight"].contains(subsystem)
    if isDefault, let lights = try await several(client) { return try await run(onAll: lights, by: client) }
    return try await run(on: isDefault ? client.light(nil, for: "choose") : light(client), by: client)
  }

  private func run(on light: Light, by client: ControlClient) async throws(Failure) -> [String] {
    var light = light
    if saves, !pretends { try saved.save(light) }
    if restores { light = try await restored(light, by: client) }
    switch operation {
    case .info: return report(DropInReading(light, exponent))
    case .get: return ["\(isPercentage ? DropInReading(light, exponent).percent : light.raw)"]
    case .max: return ["\(light.maximum)"]
    case .help, .version: return []
    case .set(let value): return updated(try await reading(value, on: light, by: client))
    }
  }

  /// All panels or, if there is no panel, all monitors, even unread ones; nil unless there are
  /// several.
  private func several(_ client: ControlClient) async throws(Failure) -> [Light]? {
    let lights = try await client.lightList()
    let panels = lights.filter { $0.kind == .panel }
    let meant = panels.isEmpty ? lights.filter { $0.kind == .monitor } : panels
    return meant.count > 1 ? meant : nil
  }

  /// Changes all lights of a kind, and prints the first one that has a brightness: scripts expect
  /// one light.
  private func run(onAll lights: [Light], by client: ControlClient) async throws(Failure) -> [String] {
    let kind = lights[0].kind.rawValue
    let isPlain = !saves && !restores && !pretends && minimum == nil && exponent == nil
    switch operation {
    // A single call sets all lights at the same time.
    case .set(let value) where isPlain && value.isOfAnyRange:
      let reply = try await client.set(kind, to: value, allowsOff: false)
      for line in await client.lines(on: reply.leftOut) { Console.printError(line, by: nil) }
      return reply.lights.first.map { updated(DropInReading($0, exponent, isBase: true)) } ?? []
    case .info, .get, .max: if isPlain { return try await run(on: client.light(kind, for: "choose"), by: client) }
    case .set, .help, .version: break
    }
    var output: [String]?
    var failures: [Failure] = []
    for light in lights {
      do throws(Failure) {
        let lines = try await run(on: client.light(light.id, for: "choose"), by: client)
        output = output ?? lines
      } catch {
        failures.append(error)
      }
    }
    guard let output else { throw failures.first ?? Self.failure("lights", among: []) }
    for failure in failures { Console.printError(failure.reason, by: nil) }
    return output
  }

  private func updated(_ reading: DropInReading) -> [String] {
    isQuiet ? [] : header("Updated device '\(reading.light.kernelName)':") + report(reading)
  }

  private func report(_ reading: DropInReading) -> [String] { isMachineReadable ? [reading.line] : reading.lines }

  private func header(_ text: String) -> [String] { isMachineReadable ? [] : [text] }

  private func restored(_ light: Light, by client: ControlClient) async throws(Failure) -> Light {
    let raw = try saved.level(of: light)
    if pretends { return light.with(raw: raw) }
    let restored = try await set(.raw(raw), on: light, isForNow: true, by: client)
    try saved.update(light, next: nil)
    return restored
  }

  /// Sets a light, and returns it with its new base level. A sleeping monitor has it at once, too.
  ///
  /// A program that saves a level to restore it later dims while the user is idle. Automatic
  /// brightness must not learn from that.
  private func set(
    _ level: Level,
    on light: Light,
    isForNow: Bool,
    by client: ControlClient
  ) async throws(Failure) -> Light {
    let reply = try await client.set(light.id, to: level, allowsOff: minimum == 0, isForNow: isForNow)
    if let set = reply.lights.first { return set }
    return try await client.light(light.id, for: "set")
  }

  private func reading(_ value: Level, on light: Light, by client: ControlClient) async throws(Failure) -> DropInReading
  {
    let target = DropInTarget(value: value, light: light, minimum: minimum, exponent: exponent)
    if pretends { return target.reading }
    var changed = try await set(target.level, on: light, isForNow: saves, by: client)
    // Only the daemon knows the result of a change.
    if changed.baseRaw < target.lowest {
      changed = try await set(.raw(target.lowest), on: light, isForNow: saves, by: client)
    }
    if saves { try saved.update(changed, next: changed.baseRaw) }
    return DropInReading(changed, exponent, isBase: true)
  }

  /// The first light that matches the arguments.
  private func light(_ client: ControlClient) async throws(Failure) -> Light {
    let lights = try await lights(client)
    guard let device else { return lights[0] }
    // The name of any LED of a keyboard means the whole keyboard.
    let ids = [LightID(device), LightID(.leds, device)].compactMap { $0?.visible.description }
    let named =
      lights.first { $0.kernelName == device || ids.contains($0.id) }
      ?? lights.first { fnmatch(device, $0.kernelName, 0) == 0 }
    guard let named else { throw Self.failure(device, among: lights) }
    return named
  }

  private func lights(_ client: ControlClient) async throws(Failure) -> [Light] {
    var lights: [Light] = []
    for light in try await client.lightList() {
      // The range of a monitor is unknown until it is read. One that cannot be read is not listed.
      let read = light.state == .unread ? try? await client.light(light.id, for: "read") : light
      if let read { lights.append(read) }
    }
    let fitting = lights.filter { subsystem == nil || subsystem == $0.subsystem }
    if fitting.isEmpty { throw Self.failure(subsystem ?? "lights", among: lights) }
    return fitting
  }

  private static func failure(_ name: String, among lights: [Light]) -> Failure {
    let known = lights.isEmpty ? "there is no light" : "expected \(lights.map(\.id).joined(separator: ", "))"
    return Failure(.noSuchLight, reason: "cannot find '\(name.inOneLine(atMost: 40))': \(known)")
  }
}

extension Level {
  /// Whether the value means the same for lights with different maximum values.
  fileprivate var isOfAnyRange: Bool {
    switch self {
    case .percent, .changePercent: true
    case .raw, .changeRaw: false
    }
  }
}

extension Light {
  func with(raw: Int) -> Light {
    var light = self
    let share = Double(raw) / Double(maximum) * 100
    light.raw = raw
    light.baseRaw = raw
    light.level = share
    light.base = share
    return light
  }
}

/// The client under the name `brightnessctl`, for scripts and key bindings that call that program.
enum DropInProgram {
  static let name = "brightnessctl"
  /// The version of brightnessctl whose arguments are accepted.
  static let version = "0.5"

  static func isName(_ path: String) -> Bool { path == name || path.hasSuffix("/\(name)") }

  /// Runs a call. Like brightnessctl it has only the exit statuses 0 and 1.
  static func run(_ arguments: [String]) throws(Failure) -> ExitStatus {
    do throws(Failure) {
      let call = try converting({ Failure(.failed, reason: "\($0)", hint: "see `\(name) --help`") }) {
        () throws(UsageError) in try DropInCall(arguments)
      }
      switch call.operation {
      case .help: try Console.write("\(help)\n")
      case .version: try Console.print([version])
      case .info, .get, .max, .set:
        return try DaemonAddress.use(nil) { (daemon) throws(Failure) in
          try Console.print(await call.run(by: daemon.connect()))
          return .success
        }
      }
      return .success
    } catch {
      throw Failure(.failed, reason: error.message)
    }
  }

  private static var help: String {
    let layout = HelpLayout(on: Console.screen)
    let purpose = "accepts the arguments of brightnessctl \(version). It changes lights through brightnessd."
    return [
      layout.usage("usage: \(name)", ["[OPTION…]", "[OPERATION [VALUE]]"]),
      layout.paragraph("This is \(Help.version(of: .brightness)), which \(purpose)"),
      "Operations:",
      layout.rows([
        ("info", "print a light with its level (the default)"), ("get", "print the level in steps of the device"),
        ("max", "print the number of steps"), ("set VALUE", "set the level"),
      ]),
      "Values:",
      layout.rows([
        ("500", "steps"), ("50%, 50.5%", "a percentage of the range"), ("+10, 10-", "a change in steps"),
        ("+10%, 10%-", "a change in percent, by at least one step"),
      ]),
      "Options:", layout.rows(DropInOption.all.map { ($0.usage, $0.meaning) }),
    ].joined(separator: "\n\n")
  }
}

/// The result of `set` on a light.
struct DropInTarget {
  let value: Level
  let light: Light
  var minimum: Int?
  var exponent: Double?

  var lowest: Int { Swift.min(minimum ?? 0, light.maximum) }

  /// The level to send to the daemon. A change is sent as such, so that concurrent changes add up;
  /// a curve (`--exponent`) is applied here, since the daemon does not know it.
  var level: Level {
    let raw = estimate
    if raw < lowest { return .raw(lowest) }
    switch value {
    case .percent where exponent != nil, .changePercent where exponent != nil, .raw: return .raw(raw)
    case .percent, .changePercent: return value
    case .changeRaw(let steps): return .changeRaw(Swift.max(-light.maximum, Swift.min(steps, light.maximum)))
    }
  }

  /// The reading after the change, for `--pretend`.
  var reading: DropInReading {
    let floor = Swift.max((light.floor / 100 * Double(light.maximum)).nearestInteger, light.floor > 0 ? 1 : 0)
    let raw = Swift.max(estimate, lowest, minimum == 0 ? 0 : floor)
    return DropInReading(light.with(raw: raw), exponent)
  }

  /// The resulting raw value, on a linear scale or on the curve of the call. A change moves it by
  /// at least one.
  private var estimate: Int {
    let now = light.baseRaw
    switch value {
    case .percent(let percent): return step(at: percent / 100)
    case .raw(let raw): return Swift.min(raw, light.maximum)
    case .changePercent(let change):
      let share = pow(Double(now) / Double(light.maximum), 1 / (exponent ?? 1))
      let goal = step(at: share + change / 100)
      return clamped(change > 0 ? Swift.max(goal, now + 1) : Swift.min(goal, now - 1))
    case .changeRaw(let change):
      return clamped(now + Swift.max(-light.maximum, Swift.min(change, light.maximum)))
    }
  }

  private func step(at share: Double) -> Int {
    clamped((pow(Swift.min(Swift.max(share, 0), 1), exponent ?? 1) * Double(light.maximum)).nearestInteger)
  }

  private func clamped(_ raw: Int) -> Int { Swift.min(Swift.max(raw, 0), light.maximum) }
}

/// The output of brightnessctl for a light.
struct DropInReading: Sendable {
  let light: Light
  let raw: Int
  /// A whole number, as scripts expect; 0 only for a light that is off.
  let percent: Int

  /// Shows the target, or with `isBase` the base level.
  init(_ light: Light, _ exponent: Double?, isBase: Bool = false) {
    let raw = isBase ? light.baseRaw : light.raw
    let linear = isBase ? light.base : light.level
    let curved = exponent.map { pow(Double(raw) / Double(light.maximum), 1 / $0) * 100 }
    self.light = light
    self.raw = raw
    percent = Swift.max((curved ?? linear).nearestInteger, raw > 0 ? 1 : 0)
  }

  /// The output for people, which ends with an empty line.
  var lines: [String] {
    [
      "Device '\(light.kernelName)' of class '\(light.subsystem)':", "\tCurrent brightness: \(raw) (\(percent)%)",
      "\tMax brightness: \(light.maximum)", "",
    ]
  }

  var line: String { "\(light.kernelName),\(light.subsystem),\(raw),\(percent)%,\(light.maximum)" }
}
