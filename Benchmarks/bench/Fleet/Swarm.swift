import BrightnessEventLoop

/// Many devices of a broker in one process in C, which measures them.
struct Swarm: ~Copyable {
  private let child: Child
  private var rest = ""
  private var values: [String: [Double]] = [:]

  init(_ host: String, _ count: Int) throws {
    child = try Child(builtProgram("Swarm"), ["swarm", host, BenchBroker.port, "\(count)"])
  }

  /// Reads its figures until it prints a line.
  mutating func read(until end: String) throws {
    while true {
      guard let line = rest.firstIndex(of: "\n") else {
        guard let more = try child.printed() else { preconditionFailure("the swarm has said why it ends") }
        rest += more
        continue
      }
      let words = rest[..<line].split(separator: " ")
      rest.removeSubrange(...line)
      if words.count == 1, words[0] == end { return }
      if words.count == 2, let value = Double(words[1]) { values["\(words[0])", default: []].append(value) }
    }
  }

  /// The median of a figure in milliseconds.
  func milliseconds(_ name: String) -> Double { quantile(0.5, of: values[name] ?? [.nan]) }
}
