import Varlink

/// The replies to a call that has many, as they come; to leave before the last one closes the connection.
public struct ControlReplies<Method: ControlMethod>: AsyncSequence {
  let stream: AsyncThrowingStream<Method.Reply, any Error>

  /// What waits for the next reply.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var iterator: AsyncThrowingStream<Method.Reply, any Error>.AsyncIterator

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ControlError) -> Method.Reply? {
      do {
        return try await iterator.next(isolation: actor)
      } catch {
        guard let error = error as? CallError else { preconditionFailure("replies failed with no CallError: \(error)") }
        throw ControlError(error)
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(iterator: stream.makeAsyncIterator())
  }
}
