import DDC
import DDCTesting
import Testing

@Suite struct EDIDTests {
  @Test func `the maker, the product, both serial numbers and the name are read`() throws {
    let edid = try EDID(
      EDIDBytes("GSM", product: 0x5B09, serialNumber: 0x0102_0304, serialText: "204NTAB1", name: "LG HDR 4K").bytes
    )

    #expect((edid.manufacturer, edid.product, edid.serialNumber) == ("GSM", 0x5B09, 0x0102_0304))
    #expect((edid.serialText, edid.name, edid.isHeadset) == ("204NTAB1", "LG HDR 4K", false))
  }

  @Test func `texts of 13 characters have no newline, and those of none are missing`() throws {
    let full = try EDID(EDIDBytes(serialText: "0123456789ABC").bytes)
    let none = try EDID(EDIDBytes(serialText: "", name: nil).bytes)

    #expect(full.serialText == "0123456789ABC")
    #expect((none.serialText, none.name) == (nil, nil))
  }

  @Test func `characters outside of ASCII become question marks`() throws {
    let edid = try EDID(EDIDBytes(name: "Schön").bytes)

    #expect(edid.name == "Sch??n")
  }

  @Test(
    arguments: [
      (0, EDIDFlaw.isEmpty), (1, .isTruncated(count: 1)), (127, .isTruncated(count: 127)),
    ]
  )
  func `an EDID that ends early is refused`(_ count: Int, _ flaw: EDIDFlaw) {
    #expect(throws: flaw) { try EDID(Array(EDIDBytes().bytes[..<count])) }
  }

  @Test func `a wrong header, checksum or maker is a flaw`() {
    var (header, checksum) = (EDIDBytes().bytes, EDIDBytes().bytes)
    header[0] = 1
    header[127] &-= 1
    checksum[60] &+= 1

    #expect(throws: EDIDFlaw.hasNoHeader) { try EDID(header) }
    #expect(throws: EDIDFlaw.hasWrongChecksum) { try EDID(checksum) }
    #expect(throws: EDIDFlaw.hasNoManufacturer) { try EDID(EDIDBytes("A@B").bytes) }
    #expect(throws: EDIDFlaw.hasNoHeader) { try EDID(Array(repeating: 0, count: 128)) }
  }

  @Test func `each single byte that differs is noticed`() throws {
    let bytes = EDIDBytes(dataBlocks: []).bytes
    let known = try EDID(bytes).fingerprint

    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 0x10
      #expect((try? EDID(changed))?.fingerprint != known)
    }
  }

  @Test func `an EDID of 256 bytes is read even if its extension is damaged or missing`() throws {
    let bytes = EDIDBytes(dataBlocks: [[0x20 | 1, 0x07]]).bytes
    var damaged = bytes
    damaged[200] ^= 1

    #expect(bytes.count == 256)
    for bytes in [bytes, damaged, Array(bytes[..<128]), Array(bytes[..<200])] {
      #expect(try EDID(bytes).name == "U2720Q")
    }
  }
}

@Suite struct HeadsetTests {
  @Test(arguments: ["HVR", "OVR", "VLV"])
  func `every product of a maker that only makes headsets is a headset`(_ manufacturer: String) throws {
    #expect(try EDID(EDIDBytes(manufacturer).bytes).isHeadset)
  }

  @Test(
    arguments: [
      (1, true, true), (2, true, true), (3, false, true), (3, true, false), (4, false, false),
    ] as [(UInt8, Bool, Bool)]
  )
  func `Microsoft's data block says whether a display shows a desktop`(
    _ version: UInt8,
    _ showsDesktop: Bool,
    _ isHeadset: Bool
  ) throws {
    let block = EDIDBytes.microsoftBlock(version: version, showsDesktop: showsDesktop)

    let edid = try EDID(EDIDBytes(dataBlocks: [[0x20 | 1, 0x07], block]).bytes)

    #expect(edid.isHeadset == isHeadset)
  }

  @Test(arguments: [0, 3, 5, 6, 7, 130, 255] as [UInt8])
  func `data blocks with a wrong length are skipped`(_ end: UInt8) throws {
    var bytes = EDIDBytes(dataBlocks: [EDIDBytes.microsoftBlock(version: 1)]).bytes
    bytes[255] &+= bytes[130] &- end
    bytes[130] = end

    #expect(try EDID(bytes).isHeadset == (end >= 130))
  }
}
