import BrightnessModel
import StateFiles

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
    return fields.compactMap { name, value in value.map { "\(name)=\($0.escapedForRecord)" } }.joined(separator: " ")
  }

  /// Parses a line; nil unless it is exactly what `line` writes, so that each content has one text.
  private static func restore(in line: String) -> PendingRestore? {
    let parts = line.split(separator: " ")
    let values = parts.compactMap { String(escapedForRecord: $0.drop { $0 != "=" }.dropFirst()) }
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
}
