@testable import BrightnessEventLoop

import CBrightnessLinux
import Glibc
import Programs
import Testing

@Suite struct DescriptorTests {
  @Test func `a descriptor is closed when its owner drops it`() throws {
    let pipe = try Pipe()
    let reading = pipe.reading

    _ = consume pipe.writing
    let count = try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try reading.read(into: $0) }

    #expect(count == 0)
  }

  @Test func `a released descriptor stays open`() throws {
    let pipe = try Pipe()
    let reading = pipe.reading

    let number = pipe.writing.release()
    let count = try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { try reading.read(into: $0) }

    #expect(count == nil)
    close(number)
  }

  @Test func `a write to a full pipe returns nil and does not block`() throws {
    let pipe = try Pipe()

    let counts = try withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 1) { buffer in
      [try pipe.writing.write(UnsafeRawBufferPointer(buffer)), try pipe.writing.write(UnsafeRawBufferPointer(buffer))]
    }

    #expect(counts == [65536, nil])
  }

  @Test func `a started program inherits no descriptor`() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    let file = try Descriptor(opening: "/proc/self/exe", O_RDONLY)
    let duplicate = try Descriptor(duplicating: file.number)
    let wallClock = try WallClock.kernel.open()
    let timer = loop.withState { $0.timer.descriptor.number }

    let numbers = [
      loop.epoll.descriptor.number, loop.wakeUp.descriptor.number, timer, wallClock.number,
      pipe.reading.number, pipe.writing.number, file.number, duplicate.number,
    ]

    #expect(numbers.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
    _ = consume pipe.reading
    _ = consume pipe.writing
    _ = consume file
    _ = consume duplicate
    _ = consume wallClock
  }

  @Test func `a system call interrupted by a signal is repeated`() throws {
    var answers: [(Int, CInt)] = [(-1, EINTR), (-1, EINTR), (5, 0)]

    let value = try systemCall("read", "file") {
      let (value, code) = answers.removeFirst()
      errno = code
      return value
    }

    #expect(value == 5)
    #expect(answers.isEmpty)
  }

  @Test func `an error names the operation, the object and the reason`() {
    let error = #expect(throws: SystemError.self) { _ = try Descriptor(opening: "/no/such/file", O_RDONLY) }

    #expect(error?.description == "cannot open '/no/such/file': no such file or directory")
  }

  @Test(arguments: [(EIO, "input/output error"), (ERFKILL, "operation not possible due to RF-kill")])
  func `a reason is worded in lower case`(code: CInt, words: String) {
    #expect(ErrorCode(rawValue: code).description == words)
  }
}
