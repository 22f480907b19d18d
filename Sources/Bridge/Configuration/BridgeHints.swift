import Service

extension BridgeReading {
  /// What `--check-config` says after the problems.
  var summary: String { findings.summary(warnings: "the rest is used", errors: "the bridge does not start") }
}
