import Varlink

/// Types of a program that a description is mapped to.
enum LampKind: Hashable, Sendable {
  case keyboard, panel
}

struct LampLevel: VarlinkValue {
  var raw: Int

  init(raw: Int) {
    self.raw = raw
  }

  init(fields: inout JSONFields) throws(InvalidParameter) {
    raw = try fields.read("raw")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("raw", raw)
  }
}
