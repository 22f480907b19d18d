extension Int {
  /// A level as the kernel prints it, `0…2³¹−1`: decimal digits alone, and no zero before another digit.
  init?(attribute text: some StringProtocol) {
    let digits = text.utf8
    guard (1...10).contains(digits.count), digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      digits.count == 1 || digits.first != UInt8(ascii: "0"),
      let number = Int(text), number <= Int32.max
    else { return nil }
    self = number
  }
}
