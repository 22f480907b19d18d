/// Connections that have ended for their peers, and whose sockets are closed when there is time for it.
///
/// To close a socket takes the kernel as long as all else that there is to do about an end. When many end at once, what they held
/// should be let go of first: as long as turn after turn ends many, none is closed.
struct EndedConnections {
  /// How many ends of one turn are many, and how many sockets a turn closes otherwise.
  static let many = 16

  private var waiting: [Connection] = []
  private var endsOfTurn = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Returns whether it is the only one.
  mutating func append(_ connection: Connection) -> Bool {
    waiting.append(connection)
    endsOfTurn += 1
    return waiting.count == 1
  }

  /// Those whose sockets are closed in this turn: while many end only those that are too many beside the open ones.
  mutating func takeClosable(beside open: Int, limit: Int) -> [Connection] {
    let isQuiet = endsOfTurn < Self.many
    endsOfTurn = 0
    let count = min(max(open + waiting.count - limit, isQuiet ? Self.many : 0), waiting.count)
    defer { waiting.removeLast(count) }
    return Array(waiting.suffix(count))
  }
}
