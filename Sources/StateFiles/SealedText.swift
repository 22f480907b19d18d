/// A text with a first line that names its kind and version, and a last line with a checksum.
///
/// ```
/// brightnessd restore-records 1
/// …
/// end 0123456789abcdef
/// ```
///
/// There is exactly one valid text for each content. Any other is refused, because a reader that
/// repairs a text would be guessing levels.
package struct SealedText {
  package let kind: String
  package let version: Int

  package static let newline = UInt8(ascii: "\n")

  package init(kind: String, version: Int) {
    self.kind = kind
    self.version = version
  }

  private var title: String { "brightnessd \(kind) " }

  package func bytes(of lines: [String]) -> [UInt8] {
    Self.sealed((["\(title)\(version)"] + lines).flatMap { Array($0.utf8) + [Self.newline] })
  }

  package static func sealed(_ bytes: [UInt8]) -> [UInt8] { bytes + end(of: bytes) }

  /// The lines between the first and the last.
  package func lines(in bytes: [UInt8]) throws(RecordFlaw) -> [String] {
    try checkVersion(of: bytes)
    guard let start = bytes.dropLast().lastIndex(of: Self.newline).map({ $0 + 1 }),
      bytes[start...].elementsEqual(Self.end(of: bytes[..<start]))
    else { throw .truncated }
    var lines: [String] = []
    for line in bytes[..<(start - 1)].split(separator: Self.newline, omittingEmptySubsequences: false).dropFirst() {
      guard let line = String(validating: line, as: UTF8.self) else { throw .malformed(line: lines.count + 2) }
      lines.append(line)
    }
    return lines
  }

  private func checkVersion(of bytes: [UInt8]) throws(RecordFlaw) {
    guard bytes.starts(with: title.utf8) else { throw title.utf8.starts(with: bytes) ? .truncated : .unknown }
    guard let end = bytes.firstIndex(of: Self.newline) else { throw .truncated }
    let text = String(decoding: bytes[title.utf8.count..<end], as: UTF8.self)
    guard let found = Int(text), "\(found)" == text else { throw .unknown }
    if found != version { throw found > version ? .newer(version: found, known: version) : .unknown }
  }

  private static func end(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let digits = String(checksum(of: bytes), radix: 16)
    return Array("end \(String(repeating: "0", count: 16 - digits.count))\(digits)\n".utf8)
  }

  /// FNV-1a: each step is a bijection, so that every change of a single byte is detected.
  private static func checksum(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
