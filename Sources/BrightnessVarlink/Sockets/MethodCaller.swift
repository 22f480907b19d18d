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
  ///
  /// - Parameter isList: Whether the replies are a list that the service sends without pauses. A
  ///   long silence is then an error.
  public func replies<Method: VarlinkMethod>(
    to method: Method,
    isList: Bool = false
  ) -> MethodReplies<Method, CallFailure> {
    connection.replies(to: Method.fullName, method, isList: isList, failure: Self.failure)
  }
}

extension VarlinkClient: MethodCaller {
  public nonisolated var connection: VarlinkClient { self }

  public static func failure(_ error: CallError) -> CallError { error }
}

/// The replies to one call; ending the iteration before the last one closes the connection, since
/// Varlink has no other way to end a call.
public struct Replies<Output: Sendable, Failure: Error>: AsyncSequence {
  let results: AsyncStream<Result<Output, Failure>>

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var results: AsyncStream<Result<Output, Failure>>.AsyncIterator

    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(Failure) -> Output? {
      try await results.next(isolation: actor)?.get()
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(results: results.makeAsyncIterator()) }
}

/// The replies to one call of a generated method.
public typealias MethodReplies<Method: VarlinkMethod, Failure: Error> = Replies<Method.Reply, Failure>
