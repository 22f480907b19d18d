import EventLoop
import Glibc
import Testing

@Suite struct ProgramCodeTests {
  @Test func `code that has run is let go of, and is there again when it is needed`() throws {
    // A part of the C library that nothing here runs.
    let library = try #require(dlopen("libresolv.so.2", RTLD_NOW))
    let code = try #require(dlsym(library, "__b64_ntop"))
    let first = code.load(as: UInt8.self)
    let before = try isInMemory(code)

    ProgramCode.forget()

    #expect(before)
    #expect(try !isInMemory(code))
    #expect(code.load(as: UInt8.self) == first)
    #expect(try isInMemory(code))
  }

  /// Whether the page at an address is mapped, by what the kernel tells a process of itself.
  private func isInMemory(_ address: UnsafeRawPointer) throws -> Bool {
    let map = try Descriptor(opening: "/proc/self/pagemap", O_RDONLY)
    var entry: UInt64 = 0
    let page = off_t(UInt(bitPattern: address)) / off_t(sysconf(CInt(_SC_PAGESIZE)))
    let count = pread(map.number, &entry, 8, page * 8)
    try #require(count == 8)
    return entry >> 63 == 1
  }
}
