import InterfaceChecks
import Testing
import Varlink
import VarlinkCodegen

@Suite struct DescriptionCheckTests {
  static let text = """
    interface a.b
    type Kind (panel, monitor)
    type Light (id: string, kind: Kind, near: ?Light)
    method F(
      bool: ?bool, int: ?int, float: ?float, string: ?string, object: ?object, kind: ?Kind, light: ?Light, lights: ?[]Light,
      map: ?[string]int, set: ?[string](), inner: ?(a: int), nested: ?[]?[string](one, two)
    ) -> (light: Light)
    error E (why: string)
    """

  @Test(
    arguments: [
      #"{}"#, #"{"bool":null,"int":null,"light":null}"#, #"{"bool":true,"int":-1,"float":0.5,"string":""}"#,
      #"{"int":1.0}"#, #"{"float":1}"#, #"{"object":{"x":[1]}}"#, #"{"kind":"monitor"}"#,
      #"{"light":{"id":"x","kind":"panel"}}"#,
      #"{"light":{"id":"x","kind":"panel","near":{"id":"y","kind":"panel","near":null}}}"#,
      #"{"lights":[]}"#, #"{"lights":[{"kind":"panel","id":"x"}]}"#, #"{"map":{"":1,"x":2}}"#,
      #"{"set":{"one":{},"two":{}}}"#, #"{"inner":{"a":1}}"#, #"{"nested":[null,{"x":"one"}]}"#,
    ]
  )
  func `described values are accepted`(parameters: String) throws {
    let description = try InterfaceDescription(Self.text)
    let object = try parsedObject(parameters.utf8)

    #expect(throws: Never.self) { try description.check(object, of: .call("F")) }
  }

  @Test(
    arguments: [
      (#"{"bool":1}"#, "a.b.F.bool': expected bool, found int"),
      (#"{"int":"1"}"#, "a.b.F.int': expected int, found string"),
      (#"{"int":1.5}"#, "a.b.F.int': expected int, found float"),
      (#"{"int":1e300}"#, "a.b.F.int': expected int, found float"),
      (#"{"int":true}"#, "a.b.F.int': expected int, found bool"),
      (#"{"float":"1"}"#, "a.b.F.float': expected float, found string"),
      (#"{"string":1}"#, "a.b.F.string': expected string, found int"),
      (#"{"object":[]}"#, "a.b.F.object': expected object, found array"),
      (#"{"kind":"lamp\n"}"#, #"a.b.F.kind': expected (panel, monitor), found 'lamp\n'"#),
      (#"{"kind":1}"#, "a.b.F.kind': expected (panel, monitor), found int"),
      (#"{"light":{"id":"x"}}"#, "a.b.F.light.kind': expected (panel, monitor), found nothing"),
      (#"{"light":{"id":null,"kind":"panel"}}"#, "a.b.F.light.id': expected string, found null"),
      (#"{"lights":{}}"#, "a.b.F.lights': expected []Light, found object"),
      (
        #"{"lights":[{"id":"x","kind":"panel"},null]}"#,
        "a.b.F.lights[1]': expected (id: string, kind: Kind, near: ?Light), found null"
      ),
      (#"{"map":[]}"#, "a.b.F.map': expected [string]int, found array"),
      (#"{"map":{"a":1,"b\n":null}}"#, #"a.b.F.map['b\n']': expected int, found null"#),
      (#"{"set":{"one":{"x":1}}}"#, "a.b.F.set['one']['x']': it is not described"),
      (#"{"inner":{"a":1,"b":1}}"#, "a.b.F.inner['b']': it is not described"),
      (#"{"nested":[null,{"x":"three"}]}"#, "a.b.F.nested[1]['x']': expected (one, two), found 'three'"),
      (#"{"Bool":true}"#, "a.b.F['Bool']': it is not described"),
    ]
  )
  func `a value that is not described is refused with its path`(parameters: String, reason: String) throws {
    let description = try InterfaceDescription(Self.text)
    let object = try parsedObject(parameters.utf8)

    let misfit = #expect(throws: DescriptionMisfit.self) { try description.check(object, of: .call("F")) }

    #expect(misfit?.description == "cannot accept '\(reason)")
  }

  @Test func `calls, replies and errors have their own fields`() throws {
    let description = try InterfaceDescription(Self.text)
    let light = try parsedObject(#"{"light":{"id":"x","kind":"panel"}}"#.utf8)
    let why = try parsedObject(#"{"why":"x"}"#.utf8)

    #expect(throws: Never.self) { try description.check(light, of: .reply("F")) }
    #expect(throws: Never.self) { try description.check(why, of: .error("E")) }
    #expect(throws: DescriptionMisfit.self) { try description.check(why, of: .reply("F")) }
    #expect(throws: DescriptionMisfit.self) { try description.check(light, of: .error("E")) }
    #expect(throws: DescriptionMisfit.self) { try description.check(JSONObject(), of: .reply("F")) }
  }

  @Test(arguments: [DescribedExchange.call("G"), .call("E"), .reply("E"), .error("F"), .call("Kind"), .error("Kind")])
  func `a member that is not described accepts no parameters`(exchange: DescribedExchange) throws {
    let description = try InterfaceDescription(Self.text)

    let misfit = #expect(throws: DescriptionMisfit.self) { try description.check(JSONObject(), of: exchange) }

    #expect(misfit?.description.hasSuffix("': it is not described") == true)
  }
}
