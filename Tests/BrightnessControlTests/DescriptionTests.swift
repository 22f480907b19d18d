import BrightnessControl
import BrightnessVarlink
import InterfaceChecks
import Testing
import VarlinkCodegen

/// Values of every method and error against the interface descriptions.
@Suite struct DescriptionTests {
  @Test(arguments: InterfaceDescription.ourNames)
  func `every method and error of the interfaces has samples`(name: String) throws {
    let described = try InterfaceDescription.ours(name).exchanges

    let ours = Exchange.all.filter { $0.interface == name }.map(\.described)

    #expect(Set(ours) == Set(described))
    #expect(ours.count == described.count)
  }

  @Test(arguments: Exchange.all)
  func `written values are as described`(exchange: Exchange) throws {
    let description = try InterfaceDescription.ours(exchange.interface)

    for sample in exchange.samples {
      #expect(throws: Never.self) { try description.check(sample, of: exchange.described) }
    }
  }

  @Test(arguments: Exchange.all)
  func `samples contain every field, and omit every nullable one`(exchange: Exchange) throws {
    for field in try exchange.allFields() {
      let written = exchange.samples.contains { $0.replacing(field.path, with: .null) != nil }
      let leftOut = exchange.samples.contains { $0.adding(field.name, at: field.path.dropLast(), .null) != nil }

      #expect(written, "\(field.path)")
      #expect(leftOut == field.isNullable, "\(field.path)")
    }
  }
}

extension Exchange {
  func allFields() throws -> [DescribedField] {
    try InterfaceDescription.ours(interface).allFields(of: described)
  }
}
