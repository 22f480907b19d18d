import Testing

@testable import ComposableCore

@Suite struct CasePathTests {
  @Test func `a path goes both ways for every shape of payload`() {
    #expect(extract(.one, from: Shapes.one(1)) == 1)
    #expect(extract(.labelled, from: Shapes.labelled(name: "a")) == "a")
    #expect(extract(.many, from: Shapes.many(1, name: "a"))! == (1, "a"))
    #expect(extract(.optional, from: Shapes.optional(nil)) == .some(nil))
    #expect(extract(.any, from: Shapes.any(1)) as? Int == 1)
    #expect(extract(.existential, from: Shapes.existential("a")) as? String == "a")
    #expect(extract(.closure, from: Shapes.closure { $0 + 1 })?(1) == 2)
    #expect(extract(.zeroSize, from: Shapes.zeroSize(Nothing())) != nil)
    #expect(extract(.none, from: Shapes.none) != nil)
  }

  @Test func `a path to a recursive case reaches one level down`() {
    let value = Shapes.recursive(.recursive(.one(1)))

    #expect(extract(.recursive.recursive.one, from: value) == 1)
    #expect(extract(.recursive.one, from: value) == nil)
  }

  @Test func `a path gives nothing for another case`() {
    #expect(extract(.one, from: Shapes.none) == nil)
    #expect(extract(.none, from: Shapes.one(1)) == nil)
    #expect(extract(.optional, from: Shapes.one(1)) == .none)
  }

  @Test func `a path to an uninhabited payload finds nothing`() {
    #expect(CasePath<Shapes, Never>.uninhabited.extract(.none) == nil)
    #expect(CasePath<Int, Never>.never.extract(1) == nil)
  }

  @Test func `a path appended to another goes through both`() {
    let path = CasePath<Shapes, Shapes>.recursive.appending(.one)

    #expect(caseName(of: path.embed(3)) == ".recursive(.one)")
    #expect(path.extract(.recursive(.one(3))) == 3)
    #expect(path.extract(.one(3)) == nil)
  }

  @Test func `the identity changes no path`() {
    let path = CasePath<Shapes, Shapes>.identity.appending(.one).appending(.identity)

    #expect(path.extract(path.embed(4)) == 4)
  }

  @Test func `an optional has a path`() {
    #expect(CasePath<Int?, Int>.some.extract(1) == 1)
    #expect(CasePath<Int?, Int>.some.extract(nil) == nil)
    #expect(CasePath<Shapes, Int?>.optional.some.extract(.optional(2)) == 2)
  }

  @Test func `a path matches in a switch`() {
    let isOne =
      switch Shapes.recursive(.none) {
      case CasePath<Shapes, Int>.one: true
      default: false
      }

    #expect(!isOne)
    #expect(CasePath<Shapes, Shapes>.recursive ~= .recursive(.none))
  }

  @Test func `a path is called to make a root`() {
    #expect(caseName(of: CasePath<Shapes, Int>.one(1)) == ".one")
    #expect(caseName(of: CasePath<Shapes, Void>.none()) == ".none")
  }

  @Test func `a path is used by many tasks at once`() async {
    let path = CasePath<Shapes, Shapes>.recursive.one

    let sum = await withTaskGroup { group in
      for number in 1...100 { group.addTask { path.extract(path.embed(number)) ?? 0 } }
      return await group.reduce(0, +)
    }

    #expect(sum == 5050)
  }
}
