import HardwareTesting

/// A parser under test: what it does with any bytes. It traps where a property does not hold.
typealias FuzzTarget = @Sendable (_ bytes: [UInt8]) throws -> Void

let targets: [String: FuzzTarget] = [
  "json": json, "frames": frames, "calls": calls, "call-messages": callMessages,
  "replies": replies,
  "udev": udevMessages, "uevent": kernelEvents, "attributes": attributes, "sensors": sensors,
  "restore-records": restoreRecords, "sessions": sessionRecords, "recordings": recordings,
  "automatic": automaticRecords,
  "edid": edid, "monitor-replies": monitorReplies, "worker-messages": workerMessages,
  "worker-link": workerLink, "monitor-files": monitorFiles,
  "configuration": configuration, "seat": seatFile, "saved-levels": savedLevels,
  "brightnessd": daemonArguments, "brightness": clientArguments, "brightnessctl": dropInArguments,
  "brightnessd-ddc": workerArguments, "brightnessd-mqtt": bridgeArguments, "brightness-fleet": fleetArguments,
  "compositor": compositorEvents, "compositor-link": compositorLink,
  "fleet-configuration": fleetConfiguration, "fleet-documents": fleetDocuments, "fleet-levels": fleetLevels,
  "fleet-topics": fleetTopics, "fleet-states": fleetStates, "fleet-messages": fleetMessages,
  "fleet-devices": fleetDevices,
]

/// Traps if a property does not hold.
func expect(_ isKept: Bool, _ property: @autoclosure () -> String) {
  if !isKept { fatalError(property()) }
}

/// Files that stand for those of the kernel.
struct Files: FakeFiles {
  let root: String
}

extension [UInt8] {
  /// The parts between bytes of a value.
  func parts(between separator: UInt8) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
}
