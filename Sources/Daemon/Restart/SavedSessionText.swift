import Brightness
import BrightnessModel
import BrightnessVarlink

extension SavedSession {
  func line() throws -> String { String(decoding: try JSONCoding.line(self), as: UTF8.self) }

  /// Parses a line; nil unless such a session is possible.
  init?(line: String) {
    guard let saved: SavedSession = try? JSONCoding.value(from: JSON(parsing: line.utf8)), saved.isPossible
    else { return nil }
    self = saved
  }

  private var times: [Moment] {
    [session.opened] + session.scenes.compactMap(\.appearance).flatMap { [$0.since] + [$0.deadline].compactMap(\.self) }
  }

  /// Whether all of it belongs to one session, whose scenes were pushed in this order.
  private var isPossible: Bool {
    let numbers = session.scenes.map(\.key.scene.number)
    let highest = SessionID.highestRecorded
    return 1...highest ~= session.id.number && session.pushed >= numbers.last ?? 0 && session.pushed <= highest
      && times.allSatisfy(\.isPossible)
      && zip([0] + numbers, numbers).allSatisfy { $0 < $1 }
      && session.scenes.allSatisfy { $0.key.session == session.id && (try? $0.request.checkTimes()) != nil }
      && hold.map { $0.key.session == session.id } != false
  }
}

extension Moment {
  /// Longer than any machine runs: a hundred years.
  private static let longest = Duration.seconds(100 * 365 * 86_400)

  /// Whether a clock can show this time, so that calculations with it do not overflow.
  fileprivate var isPossible: Bool { .zero...Self.longest ~= offset }
}
