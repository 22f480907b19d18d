import CLinux

/// A program for the kernel that lets through what udevd says of some subsystems: nobody is woken for the rest.
struct UdevFilter {
  let instructions: [sock_filter]

  init(_ subsystems: [String]) {
    let hashes = subsystems.map(UdevMessage.hash)
    let count = hashes.count
    let drop = Self.answer(0)
    let pass = Self.answer(.max)
    instructions =
      [
        Self.load(UdevMessage.Place.magic), Self.ifEqual(UdevMessage.magic, skip: 1), drop,
        Self.load(UdevMessage.Place.subsystem),
      ]
      + hashes.enumerated().map { Self.ifEqual($1, skip: count - $0) } + [drop, pass]
  }

  /// Takes up the number at a place, in the network's order of bytes.
  private static func load(_ place: Int) -> sock_filter {
    instruction(BPF_LD | BPF_W | BPF_ABS, UInt32(place))
  }

  /// Goes on behind so many others if the number is this one.
  private static func ifEqual(_ value: UInt32, skip count: Int) -> sock_filter {
    instruction(BPF_JMP | BPF_JEQ | BPF_K, value, ifTrue: UInt8(count))
  }

  /// Ends: so many bytes of the message are let through.
  private static func answer(_ length: UInt32) -> sock_filter {
    instruction(BPF_RET | BPF_K, length)
  }

  private static func instruction(_ code: CInt, _ value: UInt32, ifTrue: UInt8 = 0) -> sock_filter {
    sock_filter(code: UInt16(code), jt: ifTrue, jf: 0, k: value)
  }
}
