import Testing

import Model

@Suite struct ExactShareTests {
  @Test(arguments: [
    (Share.nothing, "0"), (.all, "1"), (percent(60), "0.6"), (Share(units: 1), "0.000000000000000001"),
    (Share(units: 377_358_490_566_037_735), "0.377358490566037735"),
  ])
  func `a share is written with all decimals and parsed back`(share: Share, text: String) {
    #expect(share.exactText == text)
    #expect(Share(exactText: text) == share)
  }

  @Test(arguments: [
    "", ".", "0.", ".6", "0.60", "00.6", "1.0", "1.1", "2", "-0.6", "+0.6", "0,6", "0.6 ", " 0.6", "0.+6", "6e-1", "٠",
    "0.0000000000000000001", "18446744073709551616",
  ])
  func `a share in another form is nil`(text: String) {
    #expect(Share(exactText: text) == nil)
  }
}
