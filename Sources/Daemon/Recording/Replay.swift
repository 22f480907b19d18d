import Brightness
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import ComposableCore
import Service

struct RecordingHeader: Codable, Equatable {
  static let format = 2

  /// The version of the format; another one is refused.
  var recording = Self.format
  /// The version of the daemon, for a reader of a bug report.
  var version: String
  var settings: Core.Settings
}

/// Carries out a recording without lights and clients: the same actions lead to the same state.
public struct Replay {
  private let path: String
  private let header: RecordingHeader
  private let lines: [Substring]

  public init(_ path: String) throws {
    func refusal(_ reason: String) -> DaemonError { .cannotReplay(path, reason: reason) }
    guard let file = ConfigurationFile(reading: path, limit: .max) else { throw refusal("no such file") }
    let text = try converting({ refusal("\($0)") }) { () throws(ConfigurationFile.Flaw) in try file.content.get() }
    let all = text.split(separator: "\n")
    do {
      header = try JSONCoding.value(from: JSON(parsing: (all.first ?? "").utf8))
    } catch {
      throw refusal("line 1 is not the header of a recording: \(error)")
    }
    if header.recording != RecordingHeader.format {
      throw refusal("its format is \(header.recording), expected \(RecordingHeader.format)")
    }
    self.path = path
    lines = Array(all.dropFirst())
  }

  /// Sends each action and prints it with what it changes and what would be written; returns the
  /// last state.
  public func run(_ print: (String) -> Void) throws -> Core.State {
    // The loop never runs: timers do not fire, since expiry is an action of the recording.
    let loop = try EventLoop()
    let store = Store(initialState: Core.State(settings: header.settings), executor: loop) {
      Core()
    } withDependencies: { values, input in
      values.brightness = .live(input)
      values.clock = LoopClock(loop)
    } endOfTurn: {
      $0.endTurn()
    }
    print("recorded by brightnessd \(header.version)")
    for (index, line) in lines.enumerated() {
      let action: Core.Action
      do {
        action = try JSONCoding.value(from: JSON(parsing: line.utf8))
      } catch {
        throw DaemonError.cannotReplay(path, reason: "line \(index + 2) is not an action: \(error)")
      }
      let before = store.state
      store.send(action)
      print(Self.description(of: action, before, store.state))
    }
    print("after \(lines.count) actions, \(store.state.sessions.count) sessions and these lights:")
    for light in store.state.visibleLights {
      print(
        "\(light.id): \(light.target.raw) of \(light.range.maximum), base \(light.base.setting.raw), \(light.state.rawValue)"
      )
    }
    return store.state
  }

  /// An action, the changes that it made, and what the daemon would write.
  static func description(of action: Core.Action, _ before: Core.State, _ after: Core.State) -> String {
    let changes = diff(before, after).map { "\n\($0)" } ?? ""
    let requests = after.result.value.requests.map { light, request in
      "\nwrites \(light): \(request.target.map { "\($0)" } ?? "its record only")"
    }
    return "\(describe(action))\(changes)\(requests.joined())"
  }
}
