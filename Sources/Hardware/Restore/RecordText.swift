import Model

/// A text with a first line that names its kind and version, and a last line with a checksum.
///
/// ```
/// brightnessd restore-records 1
/// …
/// end 0123456789abcdef
/// ```
///
/// Each content has exactly one text, and any other text is refused: a reader that repairs would guess levels.
struct SealedText {
  let kind: String
  let version: Int

  static let newline = UInt8(ascii: "\n")

  private var title: String { "brightnessd \(kind) " }

  func bytes(of lines: [String]) -> [UInt8] {
    Self.sealed((["\(title)\(version)"] + lines).flatMap { Array($0.utf8) + [Self.newline] })
  }

  static func sealed(_ bytes: [UInt8]) -> [UInt8] { bytes + end(of: bytes) }

  /// The lines between the first and the last.
  func lines(in bytes: [UInt8]) throws(RecordFlaw) -> [String] {
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
    guard let found = Int(attribute: String(decoding: bytes[title.utf8.count..<end], as: UTF8.self)) else {
      throw .unknown
    }
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

/// The text of restore records: one line each, with a checksum.
///
/// ```
/// brightnessd restore-records 1
/// light=backlight/intel_backlight anchor=/sys/… kind=panel raw=400 maximum=1060 share=0.377 off=no
/// end 0123456789abcdef
/// ```
enum RestoreRecordText {
  private static let text = SealedText(kind: "restore-records", version: 1)

  static func bytes(of restores: [PendingRestore]) -> [UInt8] { text.bytes(of: restores.map(line)) }

  static func restores(in bytes: [UInt8]) throws(RecordFlaw) -> [PendingRestore] {
    var restores: [PendingRestore] = []
    for (index, line) in try text.lines(in: bytes).enumerated() {
      guard let restore = restore(in: line) else { throw .malformed(line: index + 2) }
      if restores.contains(where: restore.isOfSameLight) { throw .duplicate(line: index + 2) }
      restores.append(restore)
    }
    return restores
  }

  private static func line(_ restore: PendingRestore) -> String {
    let fields: KeyValuePairs<String, String?> = [
      "light": "\(restore.light)", "anchor": restore.anchor, "kind": restore.kind.rawValue, "raw": "\(restore.raw)",
      "maximum": "\(restore.maximum)", "share": restore.share, "off": restore.allowsOff ? "yes" : "no",
      "trigger": restore.trigger,
      "left": restore.left.isEmpty ? nil : restore.left.map(String.init).joined(separator: ","),
    ]
    return fields.compactMap { name, value in value.map { "\(name)=\(escaped($0))" } }.joined(separator: " ")
  }

  /// Parses a line; nil unless it is exactly what `line` writes, so that each content has one text.
  private static func restore(in line: String) -> PendingRestore? {
    let parts = line.split(separator: " ")
    let values = parts.compactMap { unescaped($0.drop { $0 != "=" }.dropFirst()) }
    let more = parts.last?.hasPrefix("left=") == true ? 8 : 7
    guard more...(more + 1) ~= values.count, let light = LightID(values[0]), let kind = LightKind(rawValue: values[2]),
      let raw = Int(attribute: values[3]), let maximum = Int(attribute: values[4])
    else { return nil }
    var restore = PendingRestore(
      light: light,
      anchor: values[1],
      kind: kind,
      raw: raw,
      maximum: maximum,
      share: values[5],
      allowsOff: values[6] == "yes",
      trigger: values.count > more ? values[7] : nil
    )
    if more == 8 { restore.left = values[values.count - 1].split(separator: ",").compactMap { Int(attribute: $0) } }
    return self.line(restore).utf8.elementsEqual(line.utf8) ? restore : nil
  }

  /// All bytes but visible ASCII, and `%`, as `%XX`.
  private static func escaped(_ value: String) -> String {
    value.utf8.map { byte in
      if 0x21...0x7E ~= byte, byte != UInt8(ascii: "%") { return String(Unicode.Scalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static func unescaped(_ value: Substring) -> String? {
    var rest = value.utf8
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(Substring(rest.prefix(2)), radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
