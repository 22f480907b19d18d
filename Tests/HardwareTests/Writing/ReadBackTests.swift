import Hardware
import HardwareTesting
import Testing

@Suite struct ReadBackTests {
  @Test(arguments: ["", "garbage", "-1", "60 ", "99999999999999999999"])
  func `what is no number is not believed, and read again`(text: String) throws {
    let written = try Written.holding()
    written.kernel.fail(.read, .text(text))

    written.order(.level(60, owed: .of()))
    let news = written.news()
    written.settle(after: .milliseconds(250))

    #expect(news.map(\.remedy) == [.triesAgain])
    #expect(written.news() == [.wrote(60, shows: 60)])
  }

  @Test func `a write that was cut short is done again`() throws {
    let written = try Written.holding()
    written.kernel.fail(.write, .cutShort)

    written.order(.level(60, owed: .of()))
    let news = written.news()
    written.settle(after: .milliseconds(250))

    let path = written.kernel.facts.files.brightness
    #expect(news.map(\.words) == ["triesAgain: cannot write '\(path)': it took 1 of 3 bytes"])
    #expect(written.news() == [.wrote(60, shows: 60)])
  }

  @Test func `a light that takes a level and stays where it was is tried again`() throws {
    let written = try Written.holding()
    written.kernel.take { _, shown in shown }

    written.order(.level(60, owed: .of()))
    let news = written.news()
    written.kernel.take { wanted, _ in wanted }
    written.settle(after: .milliseconds(250))

    let path = written.kernel.facts.files.brightness
    #expect(news.map(\.words) == ["triesAgain: cannot write '\(path)': it took 60 and still shows 80"])
    #expect(written.news() == [.wrote(60, shows: 60)])
  }

  @Test func `what the hardware rounds is taken`() throws {
    let written = try Written.holding()
    written.kernel.take { wanted, _ in wanted / 10 * 10 }

    written.order(.level(67, owed: .of()))

    #expect(written.news() == [.wrote(67, shows: 60)])
  }

  @Test func `a light of one step is written`() throws {
    let written = try Written(maximum: 1, level: 1)

    written.order(.level(0, owed: .of(), expecting: 1))
    written.order(.level(1))

    #expect(written.news() == [.wrote(0, shows: 0), .wrote(1, shows: 1)])
  }
}
