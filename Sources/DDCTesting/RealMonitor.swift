/// The identity of a monitor that is sold, by what its owners published: maker, product, name, version, date and number of extensions.
///
/// The EDIDs are written from these facts: no bytes are copied. Serial numbers have the form of the real ones, and are made up. Where the
/// version is not known it is 1.4, and where the number of extensions is not known there is none.
public struct RealMonitor: Hashable, Sendable, CustomStringConvertible {
  public let edid: EDIDBytes
  /// Its light's name at the connector DP-1.
  public let light: String

  public var description: String { "\(edid.manufacturer) \(edid.name ?? "")" }

  private init(_ edid: EDIDBytes, version: Int, made: (week: UInt8, year: Int), extensions: Int, _ light: String) {
    var edid = edid
    edid.revision = UInt8(version % 10)
    (edid.week, edid.year) = made
    // Audio of two channels, as most have that take HDMI.
    edid.dataBlocks = extensions > 0 ? [[0x23, 0x09, 0x07, 0x07], [0x83, 0x01, 0, 0]] : nil
    edid.otherExtensions = max(0, extensions - 1)
    (self.edid, self.light) = (edid, light)
  }

  public static let all = [
    // A number, and a text that ends with it.
    RealMonitor(
      EDIDBytes("ACI", product: 0x249A, serialNumber: 42, serialText: "BCLMTF000042", name: "ASUS VS247"),
      version: 13,
      made: (49, 2011),
      extensions: 1,
      "ddc/ACI-249a-BCLMTF000042"
    ),
    // The number is the end of the text, in its characters.
    RealMonitor(
      EDIDBytes("DEL", product: 0xA098, serialNumber: 0x3041_3242, serialText: "KW14V5AB0A2B", name: "DELL P2214H"),
      version: 13,
      made: (3, 2015),
      extensions: 0,
      "ddc/DEL-a098-KW14V5AB0A2B"
    ),
    // A number of characters that are not in the text.
    RealMonitor(
      EDIDBytes("SAM", product: 0x0D2C, serialNumber: 0x425A_4146, serialText: "H4ZN000042", name: "C24F390"),
      version: 13,
      made: (24, 2020),
      extensions: 1,
      "ddc/SAM-0d2c-H4ZN000042"
    ),
    RealMonitor(
      EDIDBytes("SAM", product: 0x0C4D, serialNumber: 0, serialText: "HTPK000042", name: "U28E590"),
      version: 14,
      made: (0, 2018),
      extensions: 1,
      "ddc/SAM-0c4d-HTPK000042"
    ),
    // A number alone.
    RealMonitor(
      EDIDBytes("ACR", product: 0x057E, serialNumber: 0x9170_0042, name: "SA230"),
      version: 13,
      made: (17, 2019),
      extensions: 1,
      "ddc/ACR-057e-2440036418"
    ),
    RealMonitor(
      EDIDBytes("AOC", product: 0x3201, serialNumber: 4242, name: "Q32G1WG4"),
      version: 13,
      made: (0, 2019),
      extensions: 1,
      "ddc/AOC-3201-4242"
    ),
    // Each byte of the number is 1.
    RealMonitor(
      EDIDBytes("GSM", product: 0x5AB8, serialNumber: 0x0101_0101, name: "LG IPS FULLHD"),
      version: 13,
      made: (1, 2014),
      extensions: 1,
      "ddc/GSM-5ab8@DP-1"
    ),
    // The first number for each.
    RealMonitor(
      EDIDBytes("BTD", product: 0x1916, serialNumber: 1, name: "HL1916V"),
      version: 13,
      made: (50, 2009),
      extensions: 0,
      "ddc/BTD-1916@DP-1"
    ),
    // The same as text.
    RealMonitor(
      EDIDBytes("HKC", product: 0x2723, serialNumber: 0, serialText: "0000000000001", name: "N07"),
      version: 14,
      made: (4, 2023),
      extensions: 0,
      "ddc/HKC-2723@DP-1"
    ),
    // Neither; the year is that of the model.
    RealMonitor(
      EDIDBytes("ACI", product: 0x27B1, serialNumber: 0, name: "ROG PG278Q"),
      version: 14,
      made: (0xFF, 2013),
      extensions: 0,
      "ddc/ACI-27b1@DP-1"
    ),
    // One text in all monitors of the maker, of several models and years.
    RealMonitor(
      EDIDBytes("SAM", product: 0x0F9C, serialNumber: 0, serialText: "H1AK500000", name: "C49RG9x"),
      version: 14,
      made: (43, 2018),
      extensions: 2,
      "ddc/SAM-0f9c@DP-1"
    ),
    RealMonitor(
      EDIDBytes("SAM", product: 0x7313, serialNumber: 0, serialText: "H1AK500000", name: "Odyssey G70NC"),
      version: 14,
      made: (1, 2022),
      extensions: 2,
      "ddc/SAM-7313@DP-1"
    ),
  ]
}
