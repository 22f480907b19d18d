import CLinux
import EventLoop
import Glibc
import Testing

@Suite struct ThreadPlacementTests {
  @Test func `a thread is pulled to where its waker runs, and then may run where it could before`() throws {
    let before = processors()
    let placement = ThreadPlacement()

    placement?.pullHere()
    let pulled = processors()
    placement?.letGo()

    #expect((placement == nil) == (before.count < 2))
    #expect(pulled.count == 1)
    #expect(pulled.isSubset(of: before))
    #expect(processors() == before)
  }

  /// Where the calling thread may run.
  private func processors() -> Set<Int> {
    var found = processor_set()
    guard get_processors(0, &found) > 0 else { return [] }
    return withUnsafeBytes(of: found.bits) { bytes in
      Set(bytes.indices.flatMap { byte in (0..<8).filter { bytes[byte] >> UInt8($0) & 1 == 1 }.map { byte * 8 + $0 } })
    }
  }
}
