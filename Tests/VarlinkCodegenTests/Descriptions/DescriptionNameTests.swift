@testable import VarlinkCodegen

import Testing

@Suite struct DescriptionNameTests {
  @Test(arguments: ["a.b", "io.brightnessd.Lights", "a1.b", "a-x.b", "a--x.b", "A.0", "a.0-1", "xn--a.b", "a.b.c.d"])
  func `the name of an interface has labels and points`(name: String) {
    #expect(DescriptionName.interface.allows(name))
  }

  @Test(arguments: ["", "a", ".", "a.", ".a", "a..b", "1.b", "-a.b", "a-.b", "a.-b", "a.b-", "a_b.c", "ä.b", "a.b c"])
  func `malformed names of interfaces`(name: String) {
    #expect(!DescriptionName.interface.allows(name))
  }

  @Test(arguments: ["A", "Get", "GET", "T1", "A0b"])
  func `the name of a member begins with a capital`(name: String) {
    #expect(DescriptionName.member.allows(name))
  }

  @Test(arguments: ["", "a", "get", "1A", "A_b", "A-b", "A.b", "Ä", "Aä", "A "])
  func `malformed names of members`(name: String) {
    #expect(!DescriptionName.member.allows(name))
  }

  @Test(arguments: ["a", "A", "a1", "a_b", "a_1", "aB_c_d", "type", "interface"])
  func `the name of a field has letters, digits and single underscores between them`(name: String) {
    #expect(DescriptionName.field.allows(name))
  }

  @Test(arguments: ["", "1a", "_a", "a_", "a__b", "_", "a-b", "a.b", "ä", "aä"])
  func `malformed names of fields`(name: String) {
    #expect(!DescriptionName.field.allows(name))
  }
}
