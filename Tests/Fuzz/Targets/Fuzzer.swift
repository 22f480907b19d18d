import CFuzzer
import Glibc

/// A parser under test: what it does with any bytes. It traps where a property does not hold.
typealias FuzzTarget = @Sendable (_ bytes: [UInt8]) throws -> Void

let targets: [String: FuzzTarget] = [
  "json": json, "frames": frames, "descriptions": descriptions, "calls": calls, "replies": replies,
  "udev": udevMessages, "uevent": kernelEvents, "attributes": attributes,
  "restore-records": restoreRecords, "sessions": sessionRecords, "recordings": recordings,
  "edid": edid, "monitor-replies": monitorReplies, "worker-messages": workerMessages,
  "worker-link": workerLink,
  "configuration": configuration, "seat": seatFile,
  "brightnessd": daemonArguments, "brightness": clientArguments, "brightnessctl": dropInArguments,
]

/// The target that `FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    print(targets.keys.sorted().joined(separator: "\n"))
    exit(name.isEmpty ? 0 : 2)
  }
  return target
}()

@main
struct Fuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = target
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { start, count in
        do {
          try target(Array(UnsafeBufferPointer(start: start, count: count)))
        } catch {
          // Refused, which is what happens to most inputs.
        }
        return 0
      }
    )
  }
}

/// Traps if a property does not hold.
func expect(_ isKept: Bool, _ property: @autoclosure () -> String) {
  if !isKept { fatalError(property()) }
}

extension [UInt8] {
  /// The parts between bytes of a value.
  func parts(between separator: UInt8) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
}
