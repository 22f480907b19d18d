import CommandLines
import Testing

@Suite struct ArgumentReaderTests {
  @Test func `options, words and the end of options are read in order`() {
    var reader = ArgumentReader(["set", "--fade=1", "--", "--x"])

    #expect(reader.next() == .word("set"))
    #expect(reader.next() == .option("--fade"))
    #expect(reader.next() == .endOfOptions)
    #expect(reader.takeRest() == ["--x"])
    #expect(reader.next() == nil)
  }

  @Test(arguments: ["-5%", "-0.5%", "-", "", "5", "a-b"])
  func `a negative number and a lone hyphen are words`(word: String) {
    var reader = ArgumentReader([word])

    #expect(reader.next() == .word(word))
  }

  @Test(arguments: [["--a", "b"], ["--a=b"]])
  func `a value follows its option or an equals sign`(words: [String]) throws {
    var reader = ArgumentReader(words)
    _ = reader.next()

    #expect(try reader.value("a letter") == "b")
    #expect(reader.next() == nil)
  }

  @Test(arguments: [["--a"], ["--a", "--b"], ["--a="], ["--a", ""], ["--a", "-x"]])
  func `a missing value is refused`(words: [String]) {
    var reader = ArgumentReader(words)
    _ = reader.next()

    #expect(throws: UsageError.missingValue("--a", expected: "a letter")) { try reader.value("a letter") }
  }

  @Test func `a value that was not read is refused`() {
    var reader = ArgumentReader(["--a=b"])
    _ = reader.next()

    #expect(throws: UsageError.unexpectedValue("--a", "b")) { try reader.rejectUnreadValue() }
  }

  @Test func `an option that may be given once is refused the second time`() throws {
    var reader = ArgumentReader(["--a", "--a"])
    _ = reader.next()
    try reader.rejectRepetition()
    _ = reader.next()

    #expect(throws: UsageError.repeated("--a")) { try reader.rejectRepetition() }
  }
}
