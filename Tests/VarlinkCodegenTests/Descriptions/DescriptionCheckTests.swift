import BrightnessVarlink
import InterfaceChecks
import Testing
import VarlinkCodegen

@Suite struct DescriptionCheckTests {
  static let text = """
    interface a.b
    type Kind (panel, monitor)
    type Light (id: string, kind: Kind, near: ?Light)
    method F(
      int: ?int, float: ?float, light: ?Light, lights: ?[]Light, map: ?[string]int, set: ?[string](),
      nested: ?[]?[string](one, two)
    ) -> (light: Light)
    error E (why: string)
    """

  @Test(
    arguments: [
      #"{}"#, #"{"int":null,"light":null}"#, #"{"int":1.0,"float":1}"#,
      #"{"light":{"id":"x","kind":"panel","near":{"id":"y","kind":"panel","near":null}}}"#,
      #"{"lights":[{"kind":"panel","id":"x"}],"map":{"":1,"x":2}}"#,
      #"{"set":{"one":{},"two":{}},"nested":[null,{"x":"one"}]}"#,
    ]
  )
  func `described values are accepted`(parameters: String) throws {
    #expect(throws: Never.self) { try Self.check(parameters, of: .call("F")) }
  }

  @Test(
    arguments: [
      (#"{"int":1.5}"#, "a.b.F.int': expected int, found float"),
      (#"{"float":"1"}"#, "a.b.F.float': expected float, found string"),
      (#"{"light":{"id":"x"}}"#, "a.b.F.light.kind': expected (panel, monitor), found nothing"),
      (#"{"light":{"id":"x","kind":"lamp"}}"#, "a.b.F.light.kind': expected (panel, monitor), found 'lamp'"),
      (
        #"{"lights":[{"id":"x","kind":"panel"},null]}"#,
        "a.b.F.lights[1]': expected (id: string, kind: Kind, near: ?Light), found null"
      ),
      (#"{"lights":{}}"#, "a.b.F.lights': expected []Light, found object"),
      (#"{"map":[]}"#, "a.b.F.map': expected [string]int, found array"),
      (#"{"map":{"a":1,"b\n":null}}"#, #"a.b.F.map['b\n']': expected int, found null"#),
      (#"{"set":{"one":{"x":1}}}"#, "a.b.F.set['one']['x']': it is not described"),
      (#"{"nested":[null,{"x":"three"}]}"#, "a.b.F.nested[1]['x']': expected (one, two), found 'three'"),
      (#"{"Int":1}"#, "a.b.F['Int']': it is not described"),
    ]
  )
  func `a value that is not described is refused with its path`(parameters: String, reason: String) throws {
    let misfit = #expect(throws: DescriptionMisfit.self) { try Self.check(parameters, of: .call("F")) }

    #expect(misfit?.description == "cannot accept '\(reason)")
  }

  @Test func `calls, replies and errors have their own fields`() throws {
    let (light, why) = (#"{"light":{"id":"x","kind":"panel"}}"#, #"{"why":"x"}"#)

    #expect(throws: Never.self) { try Self.check(light, of: .reply("F")) }
    #expect(throws: Never.self) { try Self.check(why, of: .error("E")) }
    for exchange in [DescribedExchange.reply("F"), .call("E"), .reply("E"), .error("F"), .call("G"), .call("Kind")] {
      #expect(throws: DescriptionMisfit.self) { try Self.check("{}", of: exchange) }
    }
  }

  private static func check(_ parameters: String, of exchange: DescribedExchange) throws {
    try InterfaceDescription(text).check(JSONObject(parsing: parameters), of: exchange)
  }
}
