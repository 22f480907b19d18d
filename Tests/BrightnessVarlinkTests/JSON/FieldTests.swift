import BrightnessVarlink
import Testing

@Suite struct FieldTests {
  @Test func `a struct is read and written field by field`() throws {
    let text =
      #"{"name":"a","rule":"atMost","share":30.5,"count":2,"#
      + #""isOn":true,"tags":["x"],"of":{"k":1},"inner":{"text":"b"}}"#

    let value: Everything = try read(text)

    #expect(
      value
        == Everything(
          name: "a",
          rule: .atMost,
          share: 30.5,
          count: 2,
          isOn: true,
          tags: ["x"],
          of: ["k": 1],
          inner: Word(text: "b")
        )
    )
    #expect(written(value) == text)
  }

  @Test(arguments: [#"{"isOn":true}"#, #"{"isOn":true,"name":null,"inner":null,"tags":null}"#])
  func `an optional that is absent or null is nil, and is left out`(_ text: String) throws {
    let value: Everything = try read(text)

    #expect(value == Everything(isOn: true))
    #expect(written(value) == #"{"isOn":true}"#)
  }

  @Test(arguments: [
    ("{}", "isOn: it is missing"), (#"{"isOn":null}"#, "isOn: it is missing"),
    (#"{"isOn":1}"#, "isOn: expected true or false, found 1"),
    (#"{"isOn":"true"}"#, "isOn: expected true or false, found 'true'"),
    (#"{"isOn":true,"name":1}"#, "name: expected a string, found 1"),
    (#"{"isOn":true,"rule":"never"}"#, "rule: expected exactly or atMost, found 'never'"),
    (#"{"isOn":true,"rule":1}"#, "rule: expected exactly or atMost, found 1"),
    (#"{"isOn":true,"count":1.5}"#, "count: expected an integer, found 1.5"),
    (#"{"isOn":true,"count":true}"#, "count: expected an integer, found true"),
    (#"{"isOn":true,"count":9223372036854775808}"#, "count: expected an integer, found 9.223372036854776e+18"),
    (#"{"isOn":true,"count":1e300}"#, "count: expected an integer, found 1e+300"),
    (#"{"isOn":true,"count":9007199254740993.0}"#, "count: expected an integer, found 9007199254740992.0"),
    (#"{"isOn":true,"share":"1"}"#, "share: expected a number, found '1'"),
    (#"{"isOn":true,"share":false}"#, "share: expected a number, found false"),
    (#"{"isOn":true,"tags":{}}"#, "tags: expected an array, found an object"),
    (#"{"isOn":true,"tags":[1]}"#, "tags: expected a string, found 1"),
    (#"{"isOn":true,"tags":[null]}"#, "tags: expected a string, found null"),
    (#"{"isOn":true,"of":[]}"#, "of: expected an object, found an array"),
    (#"{"isOn":true,"of":{"k":"v"}}"#, "of: expected an integer, found 'v'"),
    (#"{"isOn":true,"inner":[]}"#, "inner: expected an object, found an array"),
    (#"{"isOn":true,"inner":{}}"#, "text: it is missing"),
    (#"{"isOn":true,"inner":{"text":"b","more":1}}"#, "more: there is no such field"),
    (#"{"isOn":true,"other":1}"#, "other: there is no such field"),
    (#"{"isOn":true,"IsOn":true}"#, "IsOn: there is no such field"),
  ])
  func `a field that is missing, unknown or of another type is named with the reason`(text: String, refusal: String) {
    let error = #expect(throws: InvalidParameter.self) { let _: Everything = try read(text) }

    #expect(error.map { "\($0.field): \($0.reason)" } == refusal)
  }

  @Test func `a long value is cut in the reason`() {
    let text = #"{"isOn":"\#(String(repeating: "x", count: 1000))"}"#

    let error = #expect(throws: InvalidParameter.self) { let _: Everything = try read(text) }

    #expect(error?.reason == "expected true or false, found '\(String(repeating: "x", count: 40))…'")
  }

  @Test(arguments: [("1", 1), ("1.0", 1), ("1e2", 100), ("-0", 0), ("9007199254740991.0", 9_007_199_254_740_991)])
  func `a whole number may be written as a float`(_ text: String, number: Int) throws {
    let value: Everything = try read(#"{"isOn":true,"count":\#(text)}"#)

    #expect(value.count == number)
  }

  @Test func `a lenient reader skips unknown fields at any depth`() throws {
    let text = #"{"isOn":true,"other":1,"inner":{"text":"b","more":1}}"#

    let value: Everything = try read(text, allowsUnknownFields: true)

    #expect(value == Everything(isOn: true, inner: Word(text: "b")))
  }

  @Test func `keys are compared as bytes`() throws {
    let object: JSONObject = ["\u{E9}": .integer(1), "e\u{301}": .integer(2)]

    #expect(object["\u{E9}"] == .integer(1))
    #expect(object["e\u{301}"] == .integer(2))
    let error = #expect(throws: InvalidParameter.self) { try [String: Int](json: JSONInput(.object(object))) }
    #expect(error?.reason == "it comes twice")
  }

  @Test func `members are changed in their place, added at the end, and removed`() {
    var object: JSONObject = ["a": .integer(1), "b": .integer(2)]

    object["a"] = .null
    object["c"] = .bool(true)
    object["b"] = nil
    object["d"] = nil

    #expect(JSON.object(object).description == #"{"a":null,"c":true}"#)
  }

  private func read<Value: JSONReadable>(_ text: String, allowsUnknownFields: Bool = false) throws -> Value {
    try Value(json: JSONInput(try JSON(parsing: text.utf8), allowsUnknownFields: allowsUnknownFields))
  }

  private func written(_ value: some JSONWritable) -> String {
    var writer = JSONWriter()
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

private enum Rule: String, CaseIterable, JSONReadable, JSONWritable {
  case exactly, atMost
}

private struct Everything: JSONObjectReadable, JSONObjectWritable, Equatable {
  var name: String?
  var rule: Rule?
  var share: Double?
  var count: Int?
  var isOn: Bool
  var tags: [String]?
  var of: [String: Int]?
  var inner: Word?
}

extension Everything {
  init(fields: inout JSONFields) throws(InvalidParameter) {
    name = try fields.read("name")
    rule = try fields.read("rule")
    share = try fields.read("share")
    count = try fields.read("count")
    isOn = try fields.read("isOn")
    tags = try fields.read("tags")
    of = try fields.read("of")
    inner = try fields.read("inner")
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("name", name)
    writer.field("rule", rule)
    writer.field("share", share)
    writer.field("count", count)
    writer.field("isOn", isOn)
    writer.field("tags", tags)
    writer.field("of", of)
    writer.field("inner", inner)
  }
}
