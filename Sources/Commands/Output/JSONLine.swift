import Varlink

/// What `--json` says: one object in one line, whose first field tells how the others are to be understood.
enum JSONLine {
  typealias Field = (name: String, value: (any JSONWritable)?)

  static let version = 1

  static func text(_ fields: Field...) -> String {
    line([("version", version)] + fields)
  }

  /// An object whose fields somebody else has laid down.
  static func bare(_ fields: Field...) -> String {
    line(fields)
  }

  /// What has no value is left out.
  private static func line(_ fields: [Field]) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      for field in fields {
        guard let value = field.value else { continue }
        writer.key(field.name)
        value.write(to: &writer)
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
