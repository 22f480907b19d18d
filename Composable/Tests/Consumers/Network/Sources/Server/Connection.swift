import Composable
import NIOCore

/// A connection that is closed when nothing has come for a while.
struct Connection: Reducer {
  struct State: Equatable, Sendable {
    var bytes = 0
    var isIdle = false
  }

  enum Action: Equatable, Sendable {
    case received(bytes: Int)
    case waitedTooLong
  }

  struct Waiting: Hashable, Sendable {}

  @Dependency(\.clock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .received(let bytes):
        state.bytes += bytes
        return .run { send in
          try await clock.sleep(for: .milliseconds(100))
          await send(.waitedTooLong)
        }
        .cancellable(id: Waiting(), cancelInFlight: true)
      case .waitedTooLong:
        state.isIdle = true
        return .none
      }
    }
    .onMount { _ in .hold(acquire: { print("connected") }, release: { print("disconnected") }) }
  }
}

/// Has the store of one connection, on the event loop of its channel.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var store: StoreOf<Connection>?
  private var observation: ObserveToken?

  func channelActive(context: ChannelHandlerContext) {
    let channel = context.channel
    let store = Store(initialState: Connection.State(), executor: NIOExecutor(context.eventLoop)) {
      Connection()
    }
    observation = store.observe(of: \.self) { state in
      if state.isIdle { return channel.close(promise: nil) }
      channel.writeAndFlush(ByteBuffer(string: "\(state.bytes) bytes"), promise: nil)
    }
    self.store = store
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    store?.send(.received(bytes: unwrapInboundIn(data).readableBytes))
  }

  func channelInactive(context: ChannelHandlerContext) {
    observation = nil
    store = nil
  }
}
