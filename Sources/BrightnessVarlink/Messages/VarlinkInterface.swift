import BrightnessEventLoop
import Synchronization

/// An interface for which `VarlinkCodegen` has generated code.
public protocol VarlinkInterface {
  associatedtype Failure: MethodError & Hashable

  static var name: String { get }
  static var description: String { get }
}

public typealias VarlinkValue = Hashable & JSONObjectReadable & JSONObjectWritable

/// A method of an interface; a value of the type is the parameters of one call.
public protocol VarlinkMethod: VarlinkValue {
  associatedtype Interface: VarlinkInterface
  associatedtype Reply: VarlinkValue

  static var methodName: String { get }
  /// Whether a caller must accept several replies.
  static var needsMore: Bool { get }
}

extension VarlinkMethod {
  public static var needsMore: Bool { false }

  /// The name of the method in a call.
  public static var fullName: String { "\(Interface.name).\(methodName)" }
}

/// A call of one method, which can only be answered with the replies and errors of that method.
public struct MethodCall<Method: VarlinkMethod>: Sendable {
  public let call: Call

  init(call: Call) {
    self.call = call
  }

  /// Continues a call that a former process received on the connection.
  public init(resumedOn connection: Connection) {
    self.init(call: connection.resumeCall(of: Method.fullName))
  }

  public func reply(_ reply: Method.Reply) {
    call.reply(reply)
  }

  public func replyContinuing(_ reply: Method.Reply) {
    call.replyContinuing(reply)
  }

  /// Sends one of several replies, and passes the call to `resume` when the caller has read it.
  public func replyContinuing(_ reply: Method.Reply, resume: @escaping @Sendable (MethodCall) -> Void) {
    call.replyContinuing(reply) { resume(MethodCall(call: $0)) }
  }

  public func fail(_ error: Method.Interface.Failure) {
    call.fail(error)
  }

  public func fail(_ error: ServiceError) {
    call.fail(error)
  }
}

extension MethodCall where Method.Reply == NoFields {
  public func reply() {
    call.reply()
  }
}

/// A function that answers the calls of a method, on the loop of the server.
public typealias MethodHandler<Method: VarlinkMethod> = @Sendable (MethodCall<Method>, Method) -> Void

extension ServedInterface {
  public init(_ interface: (some VarlinkInterface).Type, _ methods: [ServedMethod]) {
    self.init(interface.name, description: interface.description, methods)
  }
}

extension ServedMethod {
  public init<Method: VarlinkMethod>(_ handle: @escaping MethodHandler<Method>) {
    self.init(Method.methodName, needsMore: Method.needsMore) { (call, request: Method) in
      handle(MethodCall(call: call), request)
    }
  }

  /// A method whose calls an actor answers, which must live on the loop of the server.
  ///
  /// The actor is not retained: it usually owns the server. Without it a call stays unanswered,
  /// which ends the connection.
  public init<Server: Actor, Method: VarlinkMethod>(
    on server: Server,
    _ handle: @escaping @Sendable (isolated Server, MethodCall<Method>, Method) -> Void
  ) {
    self.init { [weak server] call, request in server?.assumeIsolated { handle($0, call, request) } }
  }
}

/// Wraps a property whose type contains the type that declares it. Swift stores properties inline,
/// which is impossible for a recursive type.
@propertyWrapper
public struct Indirect<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The only element is the value: an array stores it out of line.
  private var storage: [Value]

  public init(wrappedValue: Value) {
    storage = [wrappedValue]
  }

  public var wrappedValue: Value {
    get { storage[0] }
    set { storage = [newValue] }
  }
}

/// A received call. It is answered on the loop, at once or later, with one last reply and, if it
/// wants more, any number before it.
///
/// A reply to a caller that has disconnected is dropped. A call that is released without a reply
/// ends its connection.
public final class Call: Sendable {
  public let connection: Connection
  public let method: String
  private let kind: CallKind
  private let isAnswered = Atomic(false)

  init(_ message: CallMessage, on connection: Connection) {
    self.connection = connection
    method = message.method
    kind = message.kind
  }

  deinit {
    guard !isAnswered.load(ordering: .relaxed) else { return }
    // The caller would wait forever, and all its later calls too.
    connection.loop.perform { [connection, method] in connection.end(.abandoned(method: method)) }
  }

  public var peer: PeerCredentials { connection.peer }

  /// Whether the caller accepts several replies.
  public var wantsMore: Bool { kind == .more }

  /// Whether the caller accepts no reply, not even an error.
  public var isOneway: Bool { kind == .oneway }

  public func reply(_ value: some JSONObjectWritable) {
    finish(ReplyMessage.text(value))
  }

  public func reply() {
    reply(NoFields())
  }

  /// Sends one of several replies; `reply` or `fail` sends the last one.
  public func replyContinuing(_ value: some JSONObjectWritable) {
    precondition(wantsMore, "'\(method)' continues although its caller did not ask for more")
    precondition(!isAnswered.load(ordering: .relaxed), "'\(method)' continues after its last reply")
    connection.send(ReplyMessage.text(value, continues: true), replyingTo: self, continues: true)
  }

  /// Sends one of several replies, and passes the call to `resume` when the caller has read it, as
  /// if it were a new call. So a caller never leaves more than one reply unread, and a long list
  /// does not delay the calls of others.
  public func replyContinuing(_ value: some JSONObjectWritable, resume: @escaping @Sendable (Call) -> Void) {
    precondition(wantsMore, "'\(method)' continues although its caller did not ask for more")
    let wasAnswered = isAnswered.exchange(true, ordering: .relaxed)
    precondition(!wasAnswered, "'\(method)' continues after its last reply")
    let text = ReplyMessage.text(value, continues: true)
    connection.send(text, replyingTo: self, continues: true) { [method] in resume($0.resumeCall(of: method)) }
  }

  public func fail(_ error: some MethodError) {
    finish(ReplyMessage.text(error))
  }

  public func fail(_ error: ServiceError) {
    finish(ReplyMessage.text(error))
  }

  private func finish(_ message: [UInt8]) {
    let wasAnswered = isAnswered.exchange(true, ordering: .relaxed)
    precondition(!wasAnswered, "'\(method)' is answered twice")
    connection.send(message, replyingTo: self, continues: false)
  }
}
