import NIOCore
import NIOPosix

@main struct Program {
  static func main() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(ConnectionHandler()) }
      }
      .bind(host: "127.0.0.1", port: 0)
      .get()
    try await talk(to: server.localAddress!, on: group)
    // Closes what is open, and with it ends the stores, before the loop is gone.
    try await group.shutdownGracefully()
  }

  /// A client that says something twice, and then listens until it is disconnected.
  static func talk(to address: SocketAddress, on group: MultiThreadedEventLoopGroup) async throws {
    let client = try await ClientBootstrap(group: group).connect(to: address) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
      }
    }
    try await client.executeThenClose { replies, output in
      var words = ["hello", "world"][...]
      for try await reply in replies {
        print(String(buffer: reply))
        if let word = words.popFirst() { try await output.write(ByteBuffer(string: word)) }
      }
    }
  }
}
