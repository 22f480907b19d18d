import Varlink

extension SessionRecord {
  /// The record in one line.
  var line: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// What a line says; nil unless it is to the byte how that would be written.
  init?(line: String) {
    do {
      try self.init(json: JSONInput(JSON(parsing: line.utf8)))
    } catch {
      return nil
    }
    guard self.line.utf8.elementsEqual(line.utf8) else { return nil }
  }
}
