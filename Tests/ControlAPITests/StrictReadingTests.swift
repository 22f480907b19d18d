import ControlAPI
import Testing
import Varlink

@Suite struct StrictReadingTests {
  @Test(arguments: Exchange.all)
  func `a written value is read as the same value`(exchange: Exchange) throws {
    for sample in exchange.samples {
      #expect(try exchange.reread(sample) == sample)
    }
  }

  @Test(arguments: Exchange.all)
  func `a field of another type is refused by its name`(exchange: Exchange) throws {
    for place in try exchange.places() {
      for misfit in place.misfits {
        let damaged = exchange.samples.compactMap { $0.replacing(place.path, with: misfit) }

        #expect(refusals(of: damaged, by: exchange) == [place.name])
      }
    }
  }

  @Test(arguments: Exchange.all)
  func `a field takes every value of its type`(exchange: Exchange) throws {
    for place in try exchange.places() {
      for value in place.fits {
        for sample in exchange.samples.compactMap({ $0.replacing(place.path, with: value) }) {
          #expect(throws: Never.self) { try exchange.reread(sample) }
        }
      }
    }
  }

  @Test(arguments: Exchange.all)
  func `a field that has to be there is refused by its name where it is missing, or null`(exchange: Exchange) throws {
    for place in try exchange.places() where !place.isNullable {
      let missing = exchange.samples.compactMap { $0.replacing(place.path, with: nil) }
      let null = exchange.samples.compactMap { $0.replacing(place.path, with: .null) }

      #expect(refusals(of: missing, by: exchange) == [place.name])
      #expect(refusals(of: null, by: exchange) == [place.name])
    }
  }

  @Test(arguments: Exchange.all)
  func `a field that may be left out may be null as well`(exchange: Exchange) throws {
    for place in try exchange.places() where place.isNullable {
      for sample in exchange.samples {
        guard let null = sample.adding(place.name, at: place.path.dropLast(), .null) else { continue }
        #expect(try exchange.reread(null) == sample)
      }
    }
  }

  @Test(arguments: Exchange.all.filter { !$0.isError })
  func `a field that is not described is refused by its name, in every structure`(exchange: Exchange) throws {
    let structures = Set(try exchange.places().map { Array($0.path.dropLast()) } + [[]])

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
