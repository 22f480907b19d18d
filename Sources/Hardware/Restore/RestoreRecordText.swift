import Model

/// The text of restore records: one line each, with a checksum.
///
/// ```
/// brightnessd restore-records 1
/// light=backlight/intel_backlight anchor=/sys/… kind=panel raw=400 maximum=1060 share=0.377 off=no
/// end 0123456789abcdef
/// ```
enum RestoreRecordText {
  private static let text = SealedText(kind: "restore-records", version: 1)

  static func bytes(of restores: [PendingRestore]) -> [UInt8] {
    var lines: [UInt8] = []
    for restore in restores { append(restore, to: &lines) }
    return text.bytes(of: lines)
  }

  static func restores(in bytes: [UInt8]) throws(RecordFlaw) -> [PendingRestore] {
    var restores: [PendingRestore] = []
    for (index, line) in try text.lines(in: bytes).enumerated() {
      guard let restore = restore(in: line) else { throw .malformed(line: index + 2) }
      if restores.contains(where: restore.isOfSameLight) { throw .duplicate(line: index + 2) }
      restores.append(restore)
    }
    return restores
  }
}

extension RestoreRecordText {
  static func append(_ restore: PendingRestore, to bytes: inout [UInt8]) {
    append("light", "\(restore.light)", to: &bytes)
    append("anchor", restore.anchor, to: &bytes)
    append("kind", restore.kind.rawValue, to: &bytes)
    append("raw", "\(restore.raw)", to: &bytes)
    append("maximum", "\(restore.maximum)", to: &bytes)
    append("share", restore.share, to: &bytes)
    append("off", restore.allowsOff ? "yes" : "no", to: &bytes)
    if let trigger = restore.trigger { append("trigger", trigger, to: &bytes) }
    bytes[bytes.count - 1] = SealedText.newline
  }

  /// Parses a line; nil unless it is exactly what `append` writes, so that each content has one text.
  static func restore(in line: some Collection<UInt8>) -> PendingRestore? {
    let words = line.split(separator: space, omittingEmptySubsequences: false)
    let names = ["light", "anchor", "kind", "raw", "maximum", "share", "off", "trigger"]
    let values = zip(words, names).compactMap { word, name in value(of: name, in: word) }
    guard values.count == words.count, values.count >= 7, let restore = restore(values) else { return nil }
    var written: [UInt8] = []
    append(restore, to: &written)
    return written.dropLast().elementsEqual(line) ? restore : nil
  }

  private static func restore(_ values: [String]) -> PendingRestore? {
    guard let light = LightID(values[0]), let kind = LightKind(rawValue: values[2]),
      let raw = Int(attribute: values[3]), let maximum = Int(attribute: values[4])
    else { return nil }
    return PendingRestore(
      light: light,
      anchor: values[1],
      kind: kind,
      raw: raw,
      maximum: maximum,
      share: values[5],
      allowsOff: values[6] == "yes",
      trigger: values.count > 7 ? values[7] : nil
    )
  }
}

extension RestoreRecordText {
  private static let space = UInt8(ascii: " ")
  private static let percent = UInt8(ascii: "%")

  /// Appends a name, the value with all but visible ASCII as `%XX`, and a space.
  private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes += name.utf8
    bytes.append(UInt8(ascii: "="))
    for byte in value.utf8 {
      if byte > space, byte < 0x7F, byte != percent {
        bytes.append(byte)
      } else {
        bytes += [percent, digit(byte >> 4), digit(byte & 15)]
      }
    }
    bytes.append(space)
  }

  private static func digit(_ value: UInt8) -> UInt8 { Array("0123456789ABCDEF".utf8)[Int(value)] }

  private static func value(of name: String, in word: some Collection<UInt8>) -> String? {
    guard word.starts(with: "\(name)=".utf8) else { return nil }
    var rest = word.dropFirst(name.utf8.count + 1)
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == percent else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
