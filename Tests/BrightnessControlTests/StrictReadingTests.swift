import BrightnessControl
import BrightnessVarlink
import Testing

@Suite struct StrictReadingTests {
  @Test(arguments: Exchange.all)
  func `a written value is read as the same value`(exchange: Exchange) throws {
    for sample in exchange.samples {
      #expect(try exchange.reread(sample) == sample)
    }
  }

  @Test(arguments: Exchange.all)
  func `a field of another type is refused by its name`(exchange: Exchange) throws {
    for field in try exchange.allFields() {
      for misfit in field.invalidValues {
        let damaged = exchange.samples.compactMap { $0.replacing(field.path, with: misfit) }

        #expect(refusals(of: damaged, by: exchange) == [field.name])
      }
    }
  }

  @Test(arguments: Exchange.all)
  func `a field takes every value of its type`(exchange: Exchange) throws {
    for field in try exchange.allFields() {
      for value in field.validValues {
        for sample in exchange.samples.compactMap({ $0.replacing(field.path, with: value) }) {
          #expect(throws: Never.self) { try exchange.reread(sample) }
        }
      }
    }
  }

  @Test(arguments: Exchange.all)
  func `a required field that is missing or null is refused by its name`(exchange: Exchange) throws {
    for field in try exchange.allFields() where !field.isNullable {
      let missing = exchange.samples.compactMap { $0.replacing(field.path, with: nil) }
      let null = exchange.samples.compactMap { $0.replacing(field.path, with: .null) }

      #expect(refusals(of: missing, by: exchange) == [field.name])
      #expect(refusals(of: null, by: exchange) == [field.name])
    }
  }

  @Test(arguments: Exchange.all)
  func `an optional field may be null`(exchange: Exchange) throws {
    for field in try exchange.allFields() where field.isNullable {
      for sample in exchange.samples {
        guard let null = sample.adding(field.name, at: field.path.dropLast(), .null) else { continue }
        #expect(try exchange.reread(null) == sample)
      }
    }
  }

  @Test(arguments: Exchange.all.filter { !$0.isError })
  func `an undescribed field is refused by its name, in every structure`(exchange: Exchange) throws {
    let structures = Set(try exchange.allFields().map { Array($0.path.dropLast()) } + [[]])

    for structure in structures {
      let strange = exchange.samples.compactMap { $0.adding("strange", at: structure, .integer(1)) }

      #expect(refusals(of: strange, by: exchange) == ["strange"])
    }
  }

  @Test(arguments: [LightsInterface.name, SessionsInterface.name])
  func `an error of another name is not converted`(interface: String) throws {
    var fields = JSONFields([:])

    #expect(try LightsError(name: "\(interface).Other", fields: &fields) == nil)
    #expect(try SessionsError(name: "\(interface).Other", fields: &fields) == nil)
  }

  private func refusals(of objects: [JSONObject], by exchange: Exchange) -> Set<String> {
    Set(
      objects.map { object in
        do {
          _ = try exchange.reread(object)
          return "accepted \(JSON.object(object))"
        } catch let error as InvalidParameter {
          return error.field
        } catch {
          return "\(error)"
        }
      }
    )
  }
}
