/// Connections whose peers have turned away, and whose sockets are closed when there is time for it.
///
/// To close a socket takes the kernel longer than everything else about the end of a connection. When many end at once, what they held
/// should be let go of first: as long as turn after turn ends many, none is closed. Nobody waits for that.
struct AbandonedConnections {
  /// How many ends of one turn are many, and how many sockets one turn closes.
  static let many = 32

  private var waiting: [Connection] = []
  private var endsOfTurn = 0
  /// Whether there will be a turn that closes them.
  var isClosingDue = false

  mutating func append(_ connection: Connection) {
    waiting.append(connection)
    endsOfTurn += 1
  }

  /// Those that are closed in this turn: none while many end, unless that would keep more sockets open than there may be.
  mutating func takeClosable(beside open: Int, limit: Int) -> [Connection] {
    defer {
      endsOfTurn = 0
      isClosingDue = !waiting.isEmpty
    }
    let excess = open + waiting.count - limit
    let count = min(endsOfTurn < Self.many ? max(Self.many, excess) : excess, waiting.count)
    guard count > 0 else { return [] }
    defer { waiting.removeLast(count) }
    return Array(waiting.suffix(count))
  }
}
