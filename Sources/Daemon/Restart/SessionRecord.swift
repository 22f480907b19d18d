import Brightness
import Model
import Varlink

/// A saved session as one line of JSON.
extension SavedSession {
  func line() throws -> String { String(decoding: try JSONCoding.line(self), as: UTF8.self) }

  /// Reads a line; nil unless there can be a session like this.
  init?(line: String) {
    guard let saved: SavedSession = try? JSONCoding.value(from: JSON(parsing: line.utf8)), saved.isPossible
    else { return nil }
    self = saved
  }

  /// Whether all of it belongs to one session, whose scenes were pushed in this order.
  private var isPossible: Bool {
    let numbers = session.scenes.map(\.owner.scene.number)
    return session.id.number > 0 && session.pushed >= numbers.last ?? 0
      && zip([0] + numbers, numbers).allSatisfy { $0 < $1 }
      && session.scenes.allSatisfy { $0.owner.session == session.id && (try? $0.request.checkTimes()) != nil }
      && hold.map { $0.owner.session == session.id } != false
  }
}

extension JSONCoding {
  static func line(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONWriter()
    try json(value).write(to: &writer)
    return writer.bytes
  }
}
