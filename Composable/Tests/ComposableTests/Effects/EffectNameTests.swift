@testable import ComposableCore
import ComposableTesting
import Testing

@Suite(.dependencies) struct EffectNameTests {
  private enum FirstID: Hashable { case only }
  private enum SecondID: Hashable { case only }

  private struct Alike: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) {}
  }

  let probe = EffectProbe<Int>()

  @Test func `names of different empty types are unequal, and hash differently`() {
    let first = ErasedID(FirstID.only)
    let second = ErasedID(SecondID.only)

    #expect(first != second)
    #expect(first.hashValue != second.hashValue)
    #expect(first == ErasedID(FirstID.only))
    #expect(ErasedID(1) != ErasedID(1 as Int8))
  }

  @Test func `names of one type that hash alike are as equal as their values`() {
    let names = [1, 2].map { ErasedID(Alike(number: $0)) }

    #expect(names[0].hashValue == names[1].hashValue)
    #expect(names[0] != names[1])
    #expect(names[0] == ErasedID(Alike(number: 1)))
  }

  @Test(arguments: 1...8)
  func `tests that use one name at the same time do not disturb each other`(number: Int) {
    for round in 1...20 {
      probe.begin(.after(1, round).cancellable(id: "shared", cancelInFlight: true))
      probe.clock.advance(by: .milliseconds(100))
    }
    probe.clock.advance(by: .seconds(1))

    #expect(probe.actions == [20])
  }
}
