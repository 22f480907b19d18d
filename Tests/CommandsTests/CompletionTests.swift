import Testing

@testable import Commands

@Suite struct CompletionTests {
  @Test func `at first a verb is wanted, and each is offered with what it does`() {
    #expect(words([""]) == Verbs.named.map { Candidate($0.grammar.name, $0.grammar.summary) })
    #expect(Completion(["--socket", "here", "ge"]).socket == "here")
  }

  @Test(arguments: Verbs.named.map { $0.grammar })
  func `the options of a verb are offered, and nothing else`(grammar: Grammar) {
    let options = grammar.allOptions.map { Candidate($0.name, $0.meaning) }

    let offered = words([grammar.name, "-"])

    #expect(offered.filter { $0.word != "--" } == options)
    #expect(offered.contains { $0.word == "--" } == grammar.takesCommand)
  }

  @Test func `an option that came is not offered again`() {
    #expect(!words(["set", "--allow-off", "-"]).contains { $0.word == "--allow-off" })
  }

  @Test(arguments: [
    (["get", ""], [WordKind.light]), (["get", "panel", ""], []), (["set", ""], [.level]),
    (["set", "max", ""], [.light]), (["set", "max", "panel", "key"], [.light]), (["up", ""], [.step, .light]),
    (["up", "5%", ""], [.light]), (["cancel", ""], [.session]), (["help", ""], [.verb]),
    (["list", "--socket", ""], [.path]), (["set", "--fade", "2"], [.free]), (["list", "--socket=a"], [.path]),
    (["hold", "--at", ""], [.percentage]), (["hold", "--scale=5"], [.percentage]),
    (["list", ""], []), (["set", "-5%", ""], [.light]), (["get", "--", ""], [.light]),
    (["hold", "--", ""], [.command]), (["hold", "--max", "--", "mp"], [.command]),
    (["hold", "--", "mpv", ""], [.path]), (["hold", "--", "mpv", "--max", "-"], [.path]),
  ])
  func `what is wanted next follows from the table of verbs`(words: [String], kinds: [WordKind]) {
    #expect(Completion(words).wanted == .kinds(kinds))
  }

  @Test(arguments: [["sett", ""], ["get", "--jsn", ""], ["sett", "-"]])
  func `after a word that is not understood nothing is offered`(words: [String]) {
    #expect(Completion(words).wanted == .words([]))
  }

  @Test func `behind an option and its sign the front stays`() {
    #expect(Completion(["list", "--socket=/run"]).front == "--socket=")
    #expect(Completion(["list", "--socket"]).front == "")
  }

  @Test func `the verb that the shells call is in no help`() {
    for hidden in Verbs.hidden {
      #expect(Verbs.named(hidden.grammar.name) != nil)
      #expect(!Help.text(of: nil).contains(hidden.grammar.name))
    }
  }

  private func words(_ words: [String]) -> [Candidate] {
    guard case .words(let candidates) = Completion(words).wanted else { return [] }
    return candidates
  }
}
