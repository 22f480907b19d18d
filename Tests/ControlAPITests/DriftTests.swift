import ControlAPI
import Testing
import Varlink

@Suite struct DriftTests {
  static let interfaces = [HealthInterface.name, LightsInterface.name, SessionsInterface.name]

  @Test func `the texts that clients get are the files`() throws {
    #expect(try HealthInterface.description == InterfaceDescription.fileText(of: HealthInterface.name))
    #expect(try LightsInterface.description == InterfaceDescription.fileText(of: LightsInterface.name))
    #expect(try SessionsInterface.description == InterfaceDescription.fileText(of: SessionsInterface.name))
  }

  @Test(arguments: interfaces)
  func `the manual page of the wire has the whole file`(name: String) throws {
    let page = try ManualPage.text(of: "io.brightnessd.7")

    #expect(page.contains(".Bd -literal\n\(ManualPage.literal(try InterfaceDescription.fileText(of: name))).Ed\n"))
  }

  @Test(arguments: interfaces)
  func `an interface has the name of its file`(name: String) throws {
    #expect(try InterfaceDescription.ours(name).name == name)
  }

  @Test(arguments: interfaces)
  func `every method and error of the file has its type, and no other has one`(name: String) throws {
    let described = try InterfaceDescription.ours(name).exchanges

    let ours = Exchange.all.filter { $0.interface == name }.map(\.described)

    #expect(Set(ours) == Set(described))
    #expect(ours.count == described.count)
  }

  @Test func `every enumeration has the words of the file, in their order`() throws {
    let health = try InterfaceDescription.ours(HealthInterface.name).words
    let lights = try InterfaceDescription.ours(LightsInterface.name).words
    let sessions = try InterfaceDescription.ours(SessionsInterface.name).words

    #expect(health == ["Why": words(HealthInterface.Why.self), "Mover": words(HealthInterface.Mover.self)])
    #expect(
      lights == [
        "Kind": words(LightsInterface.Kind.self), "Standing": words(LightsInterface.Standing.self),
        "Cause": words(LightsInterface.Cause.self),
      ]
    )
    #expect(
      sessions == [
        "Rule": words(SessionsInterface.Rule.self), "Priority": words(SessionsInterface.Priority.self),
        "OnChange": words(SessionsInterface.OnChange.self), "SceneEvent": words(SessionsInterface.SceneEvent.self),
      ]
    )
  }

  @Test(arguments: Exchange.all)
  func `what is written is as described`(exchange: Exchange) throws {
    let description = try InterfaceDescription.ours(exchange.interface)

    for sample in exchange.samples {
      #expect(throws: Never.self) { try description.check(sample, of: exchange.described) }
    }
  }

  @Test(arguments: Exchange.all)
  func `every field of the file is written, and left out where it may be`(exchange: Exchange) throws {
    for place in try exchange.places() {
      let written = exchange.samples.contains { $0.replacing(place.path, with: .null) != nil }
      let leftOut = exchange.samples.contains { $0.adding(place.name, at: place.path.dropLast(), .null) != nil }

      #expect(written, "\(place.path)")
      #expect(leftOut == place.isNullable, "\(place.path)")
    }
  }

  private func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> [String] {
    Word.allCases.map(\.rawValue)
  }
}

extension Exchange {
  func places() throws -> [DescribedPlace] {
    try InterfaceDescription.ours(interface).places(of: described)
  }
}
