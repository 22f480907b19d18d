extension DebtText {
  static func append(_ debt: Debt, to bytes: inout [UInt8]) {
    append("light", "\(debt.light)", to: &bytes)
    append("anchor", debt.anchor, to: &bytes)
    append("kind", debt.kind.rawValue, to: &bytes)
    append("raw", "\(debt.raw)", to: &bytes)
    append("maximum", "\(debt.maximum)", to: &bytes)
    append("share", debt.share, to: &bytes)
    append("off", debt.allowsOff ? "yes" : "no", to: &bytes)
    if let trigger = debt.trigger { append("trigger", trigger, to: &bytes) }
    bytes[bytes.count - 1] = SealedText.newline
  }

  /// What a line says; nil unless it is to the byte how that would be written.
  static func debt(in line: some Collection<UInt8>) -> Debt? {
    let words = line.split(separator: space, omittingEmptySubsequences: false)
    let names = ["light", "anchor", "kind", "raw", "maximum", "share", "off", "trigger"]
    let values = zip(words, names).compactMap { word, name in value(of: name, in: word) }
    guard values.count == words.count, values.count >= 7, let debt = debt(values) else { return nil }
    var written: [UInt8] = []
    append(debt, to: &written)
    return written.dropLast().elementsEqual(line) ? debt : nil
  }

  private static func debt(_ values: [String]) -> Debt? {
    guard let light = LightID(values[0]), let kind = LightKind(rawValue: values[2]),
      let raw = Int(attribute: values[3]), let maximum = Int(attribute: values[4])
    else { return nil }
    return Debt(
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

extension DebtText {
  private static let space = UInt8(ascii: " ")
  private static let percent = UInt8(ascii: "%")

  /// A name, the value with everything but visible ASCII as `%XX`, and a space.
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
