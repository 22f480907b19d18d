import Glibc

/// The seeds of a law's histories: the same ones every time, so that a verdict is, and one more
/// where it is asked for.
public func historySeeds(_ count: UInt64) -> [UInt64] {
  let asked = getenv("BRIGHTNESSD_HISTORY_SEED").flatMap { UInt64(String(cString: $0)) }
  return Array(1...count) + [asked].compactMap(\.self)
}
