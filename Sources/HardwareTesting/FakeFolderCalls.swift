import Glibc
import StateFiles
import Synchronization

/// Makes the real calls, except that some are refused or cut short, and none is made after the
/// process has ended.
package final class FakeFolderCalls: FolderSystemCalls {
  package enum Call: Sendable {
    case open, write, rename, remove
  }

  private let refusals: Mutex<[Call: CInt]> = Mutex([:])
  private let left = Mutex(Int.max)
  private let room = Mutex(Int.max)
  private let made = Mutex(0)
  private let system = SystemFolderCalls()

  package init() {}

  package var count: Int { made.withLock(\.self) }

  package func refuse(_ call: Call, _ code: CInt?) { refusals.withLock { $0[call] = code } }

  package func end(after calls: Int) { left.withLock { $0 = calls } }

  package func limitWrites(to bytes: Int) { room.withLock { $0 = bytes } }

  package func open(_ name: String, in folder: CInt, _ flags: CInt) -> CInt {
    playing(.open) { system.open(name, in: folder, flags) }
  }

  package func write(_ bytes: UnsafeRawBufferPointer, to file: CInt) -> Int {
    let room = room.withLock(\.self)
    return playing(.write) { system.write(UnsafeRawBufferPointer(rebasing: bytes.prefix(room)), to: file) }
  }

  package func rename(_ name: String, to other: String, in folder: CInt) -> CInt {
    playing(.rename) { system.rename(name, to: other, in: folder) }
  }

  package func remove(_ name: String, in folder: CInt) -> CInt {
    playing(.remove) { system.remove(name, in: folder) }
  }

  private func playing<Value: SignedInteger>(_ call: Call, _ body: () -> Value) -> Value {
    made.withLock { $0 += 1 }
    let lives = left.withLock { left in
      left -= 1
      return left >= 0
    }
    guard let code = lives ? refusals.withLock({ $0[call] }) : EIO else { return body() }
    errno = code
    return -1
  }
}
