/// A client that calls methods of generated interfaces, with an error type of its own.
public protocol MethodCaller: Sendable {
  associatedtype CallFailure: Error

  var connection: VarlinkClient { get }

  static func failure(_ error: CallError) -> CallFailure
}

extension MethodCaller {
  /// Calls a method and waits for its only reply.
  public func call<Method: VarlinkMethod>(_ method: Method) async throws(CallFailure) -> Method.Reply {
    do {
      return try await connection.call(Method.fullName, method)
    } catch {
      throw Self.failure(error)
    }
  }

  /// Calls a method that may send several replies.
  public func replies<Method: VarlinkMethod>(to method: Method) -> MethodReplies<Method, CallFailure> {
    MethodReplies(stream: connection.replies(to: Method.fullName, method), failure: Self.failure)
  }
}

extension VarlinkClient: MethodCaller {
  public nonisolated var connection: VarlinkClient { self }

  public static func failure(_ error: CallError) -> CallError { error }
}

/// The replies to one call; leaving before the last one closes the connection, since Varlink has no other way to end a call.
public struct MethodReplies<Method: VarlinkMethod, Failure: Error>: AsyncSequence {
  let stream: AsyncThrowingStream<Method.Reply, any Error>
  let failure: @Sendable (CallError) -> Failure

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var iterator: AsyncThrowingStream<Method.Reply, any Error>.AsyncIterator
    fileprivate let failure: @Sendable (CallError) -> Failure

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Method.Reply? {
      do {
        return try await iterator.next(isolation: actor)
      } catch {
        guard let error = error as? CallError else { preconditionFailure("replies failed with no CallError: \(error)") }
        throw failure(error)
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(iterator: stream.makeAsyncIterator(), failure: failure)
  }
}
