import CFuzzer
import Glibc

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
