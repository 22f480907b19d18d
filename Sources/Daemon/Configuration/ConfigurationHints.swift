import BrightnessEventLoop
import BrightnessModel
import Service

extension ConfigurationReading {
  /// What `--check-config` says after the problems: which files were read, or what a reload would
  /// do.
  public var summary: String {
    if problems.isEmpty, findings.files.isEmpty { return "no configuration file, so that every key has its default" }
    return findings.summary(warnings: "a reload applies the rest", errors: "a reload would change nothing")
  }

  /// For `[Light]` without a light.
  static let lightsHint = "; did you mean [Lights]?"

  func command(adding group: String) -> String { "groupadd \(group)".quotedInShort }
}
