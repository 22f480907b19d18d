@testable import VarlinkCodegen

import Testing

@Suite struct DescriptionNameTests {
  @Test(arguments: [
    (
      DescriptionName.interface,
      ["a.b", "io.brightnessd.Lights", "a1.b", "a-x.b", "a--x.b", "A.0", "a.0-1", "xn--a.b", "a.b.c.d"],
      ["", "a", ".", "a.", ".a", "a..b", "1.b", "-a.b", "a-.b", "a.-b", "a.b-", "a_b.c", "ä.b", "a.b c"]
    ),
    (
      .member, ["A", "Get", "GET", "T1", "A0b"], ["", "a", "get", "1A", "A_b", "A-b", "A.b", "Ä", "Aä", "A "]
    ),
    (
      .field, ["a", "A", "a1", "a_b", "a_1", "aB_c_d", "type", "interface"],
      ["", "1a", "_a", "a_", "a__b", "_", "a-b", "a.b", "ä", "aä"]
    ),
  ])
  func `each kind of name has its own characters`(kind: DescriptionName, names: [String], others: [String]) {
    #expect(names.filter { !kind.allows($0) } == [])
    #expect(others.filter { kind.allows($0) } == [])
  }
}
