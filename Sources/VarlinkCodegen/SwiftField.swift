struct SwiftField {
  let key: String
  /// The property without the unit of a duration.
  let name: String
  /// The type without the question mark of a nullable field.
  let type: String
  let isNullable: Bool
  let isDuration: Bool
  /// Whether the type contains itself by way of this field.
  let isRecursive: Bool
  let documentation: [String]

  /// The property, with backticks where Swift needs them.
  var property: String { SwiftNames.value(name) }

  var label: String { SwiftNames.label(name) }

  var fullType: String { isNullable ? "\(type)?" : type }

  var parameter: String { "\(property): \(fullType)\(isNullable ? " = nil" : "")" }

  /// The property where a parameter may have the same name.
  var qualified: String { ["fields", "writer"].contains(property) ? "self.\(property)" : property }

  /// An expression that takes the value from `fields`.
  var read: String {
    guard isDuration else { return "try fields.read(\"\(key)\")" }
    return isNullable
      ? "try (fields.read(\"\(key)\") as Milliseconds?)?.duration"
      : "try (fields.read(\"\(key)\") as Milliseconds).duration"
  }

  func write(_ value: String) -> String { "writer.field(\"\(key)\", \(isDuration ? "Milliseconds(\(value))" : value))" }
}
