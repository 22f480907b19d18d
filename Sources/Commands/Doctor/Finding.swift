import Varlink

/// Something that the doctor has looked at, how it is, and what to do about it.
struct Finding: Hashable, Sendable {
  enum Grade: String, CaseIterable, JSONWritable {
    case well
    /// Worth knowing, and no fault.
    case note
    case wrong
  }

  let grade: Grade
  /// In a word: `daemon`, `light`, `rival`.
  let subject: String
  /// The name of the thing, for programs.
  let object: String
  /// How it is.
  let sentence: String
  var advice: String?

  init(_ grade: Grade, _ subject: String, _ object: String, _ sentence: String, do advice: String? = nil) {
    self.grade = grade
    self.subject = subject
    self.object = object
    self.sentence = sentence
    self.advice = advice
  }
}

extension Finding: JSONObjectWritable {
  func writeFields(to writer: inout JSONWriter) {
    writer.field("grade", grade)
    writer.field("subject", subject)
    writer.field("object", object)
    writer.field("sentence", sentence)
    writer.field("advice", advice)
  }
}
