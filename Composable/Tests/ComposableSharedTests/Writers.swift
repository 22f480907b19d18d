import ComposableCore
import Synchronization

@testable import ComposableShared

/// The bytes of a number: it stands there twice, so that a torn file is noticed.
func numbered(_ number: Int) -> [UInt8] { Array("\(number) \(number)\n".utf8) }

struct Torn: Error {}

struct Unwritable: Error {}

/// Numbers as these bytes; there are none for a negative one.
let numberCoder = SharedCoder<Int>(
  encode: { number in
    if number < 0 { throw Unwritable() }
    return numbered(number)
  },
  decode: { bytes in
    guard let number = Int(String(decoding: bytes.prefix { $0 != 0x20 }, as: UTF8.self)), bytes == numbered(number)
    else { throw Torn() }
    return number
  }
)

/// A process with a store that shares the number in the file.
struct Writer {
  let process: Process
  let reference: SharedReference<Int>
  private let machine: Machine
  private let storage: SharedStorage

  init(_ machine: Machine) {
    self.machine = machine
    process = Process(machine)
    storage = SharedStorage(disk: process)
    let location = CodeLocation(fileID: #fileID, line: #line)
    reference = storage.reference(of: .file(machine.path, coder: numberCoder), at: location) { 0 }
  }

  func change(to number: Int) {
    reference.change { $0 = number }
  }

  func save() {
    reference.save { [machine, reference] result in
      // The value may have changed since it was written; then nothing is known of the new one.
      let saved = reference.content.withLock { $0.file.bytes }
      if case .success = result, let saved { machine.acknowledge(saved) }
    }
  }

  /// Does one thing, if there is one to do.
  func isAtWork() -> Bool { (0...2).contains { process.step($0) } }
}

/// Another program that replaces the file, as careful editors do.
final class Editor: Sendable {
  private let machine: Machine
  private let process: Process
  private let numbers = CountedNumbers()

  init(_ machine: Machine) {
    self.machine = machine
    process = Process(machine)
  }

  func nextNumber() -> Int { numbers.next() }

  func replaceIfIdle() {
    guard numbers.begin() else { return }
    defer { numbers.end() }
    let bytes = numbered(nextNumber())
    guard (try? process.replace(machine.path, with: bytes)) != nil else { return }
    machine.acknowledge(bytes)
  }

  func deleteIfIdle() {
    guard numbers.begin() else { return }
    defer { numbers.end() }
    guard let bytes = try? process.read(machine.path), !bytes.isEmpty else { return }
    try? process.remove(machine.path)
  }
}
