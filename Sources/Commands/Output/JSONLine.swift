import Varlink

/// A JSON object in one line.
enum JSONLine {
  typealias Field = (name: String, value: (any JSONWritable)?)

  static let version = 1

  /// The output of `--json`: the fields that are not nil, after the version of the format.
  static func text(_ fields: Field...) -> String {
    object([("version", version)] + fields)
  }

  static func object(_ fields: [Field]) -> String {
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
