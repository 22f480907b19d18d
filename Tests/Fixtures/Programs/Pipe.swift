import BrightnessEventLoop
import CBrightnessLinux
import Glibc

/// The two ends of a non-blocking pipe.
@frozen public struct Pipe: ~Copyable, Sendable {
  public let reading: Descriptor
  public let writing: Descriptor

  public init() throws(SystemError) {
    var numbers: [CInt] = [-1, -1]
    try systemCall("create", "pipe") { pipe2(&numbers, O_CLOEXEC | O_NONBLOCK) }
    reading = Descriptor(owning: numbers[0])
    writing = Descriptor(owning: numbers[1])
  }
}
