import Glibc
import RawClients

/// A client that holds the lights until the process that started it ends it.
///
/// `Holder SOCKET COUNT` holds them over so many connections at once, and prints a line when it
/// does on all of them. `Holder SOCKET COUNT PROGRAM` has a program run on with copies of the
/// connections, which outlives its parent.
@main struct Holder {
  static func main() throws {
    let words = CommandLine.arguments
    let clients = try (0..<(Int(words[2]) ?? 1)).map { _ in try RawClient(connectingTo: words[1]) }
    // All at once: on a busy machine each answer takes long.
    for client in clients { client.send(RawClient.hold()) }
    for client in clients { try client.reply(to: RawClient.hold()) }
    if words.count > 3 { start(words[3], with: clients) }
    print("held")
    fflush(nil)
    while true { pause() }
  }

  private static func start(_ program: String, with clients: [RawClient]) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // A descriptor that is placed under its own number is inherited.
    for client in clients { posix_spawn_file_actions_adddup2(&actions, client.number, client.number) }
    var words = [strdup(program), nil]
    defer {
      words.forEach { free($0) }
      posix_spawn_file_actions_destroy(&actions)
    }
    posix_spawn(nil, program, &actions, nil, &words, environ)
  }
}
