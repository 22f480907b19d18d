import CommandLines
import Testing

@Suite struct ArgumentReaderTests {
  @Test func `options, words and the end of options come in their order`() {
    var reader = ArgumentReader(["set", "--fade=1", "--", "--x"])

    #expect(reader.next() == .word("set"))
    #expect(reader.next() == .option("--fade"))
    #expect(reader.next() == .endOfOptions)
    #expect(reader.takeRest() == ["--x"])
    #expect(reader.next() == nil)
  }

  @Test(arguments: ["-5%", "-0.5%", "-", "", "5", "a-b"])
  func `a number below nothing is a word, as is a hyphen alone`(word: String) {
    var reader = ArgumentReader([word])

    #expect(reader.next() == .word(word))
  }

  @Test(arguments: [["--a", "b"], ["--a=b"]])
  func `a value stands after its option or after the sign`(words: [String]) throws {
    var reader = ArgumentReader(words)
    _ = reader.next()

    #expect(try reader.value("a letter") == "b")
    #expect(reader.next() == nil)
  }

  @Test(arguments: [["--a"], ["--a", "--b"], ["--a="], ["--a", ""], ["--a", "-x"]])
  func `a value that is not there is missed`(words: [String]) {
    var reader = ArgumentReader(words)
    _ = reader.next()

    #expect(throws: UsageError.missingValue("--a", expected: "a letter")) { try reader.value("a letter") }
  }

  @Test func `a value that nobody wanted is found`() {
    var reader = ArgumentReader(["--a=b"])
    _ = reader.next()

    #expect(throws: UsageError.unexpectedValue("--a", "b")) { try reader.endOption() }
  }

  @Test func `an option that may come once is refused a second time`() throws {
    var reader = ArgumentReader(["--a", "--a"])
    _ = reader.next()
    try reader.expectOnce()
    _ = reader.next()

    #expect(throws: UsageError.repeated("--a")) { try reader.expectOnce() }
  }
}
