@testable import Hardware

import BrightnessModel
import Testing

@Suite struct SensorNumberTests {
  @Test(
    arguments: [
      ("0", 0), ("7056", 7_056_000_000_000), ("0.001", 1_000_000), ("0.001000", 1_000_000), ("0.000000001", 1),
      ("-12.5", -12_500_000_000), ("-0", 0), ("2.999999999", 2_999_999_999),
      ("4294967296", 4_294_967_296_000_000_000),
    ] as [(String, Int128)]
  )
  func `a number is read exactly, up to nine decimals`(text: String, billionths: Int128) {
    #expect(SensorNumber(attribute: text)?.billionths == billionths)
  }

  @Test(
    arguments: [
      "", "-", ".", "nan", "inf", "-inf", "1e9", "+1", ".5", "1.", "-.5", "--1", "1.2.3", " 1", "1 ", "1,5", "0x1",
      "1.0000000001", "4294967296.000000001", "4294967297", "12345678901", "1234567890123456789", "١٢", "1\0", "1\r",
    ]
  )
  func `anything else is no number`(text: String) {
    #expect(SensorNumber(attribute: text) == nil)
  }

  @Test(
    arguments: [
      ("7056", "0", "0.001", 7056), ("300", "0", "1", 300_000), ("100", "-20", "0.1", 8000), ("0", "0", "1", 0),
      // Cut, not rounded.
      ("1", "0", "0.000999999", 0), ("1999", "0", "0.001000", 1999),
      // An office of 33 lux, by a scale that no binary fraction can express.
      ("33", "0", "0.999999999", 32_999),
      // In the sun, and where a driver's number has wrapped.
      ("200", "0", "1000", 200_000_000), ("4000000", "0", "1", 200_000_000),
      ("4294967296", "4294967296", "4294967296", 200_000_000),
    ]
  )
  func `light is raw value plus offset, times scale, up to the sun's`(
    raw: String,
    offset: String,
    scale: String,
    millilux: Int
  ) throws {
    let numbers = try [raw, offset, scale].map { try #require(SensorNumber(attribute: $0)) }

    let light = Illuminance(raw: numbers[0], offset: numbers[1], scale: numbers[2])

    #expect(light?.millilux == millilux)
  }

  @Test func `a negative number is no light, however small`() throws {
    let raw = try #require(SensorNumber(attribute: "-0.000000001"))

    #expect(Illuminance(raw: raw) == nil)
    #expect(Illuminance(raw: raw, offset: .one)?.millilux == 999)
  }
}
