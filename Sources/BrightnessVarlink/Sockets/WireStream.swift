import BrightnessEventLoop
import Glibc

/// The socket of a connection, with buffers for received and unsent bytes.
struct WireStream: ~Copyable {
  /// Limit of reads in one turn of the loop, so that one peer cannot starve others.
  static let readsPerTurn = 16
  /// Most calls fit. A buffer of this size is on the stack; a larger one would be allocated for
  /// every call.
  static let bytesPerRead = 1024
  private(set) var hasReadEnd = false
  private(set) var input: FrameBuffer
  private var output: [UInt8] = []
  /// How many bytes of the output were sent. They stay there after a partial send, since removing
  /// them would copy the rest.
  private var sent = 0
  private var socket: WatchedDescriptor
  private var isMarked = false
  /// The events registered with epoll.
  private var interest = Readiness.readable
  private let limits: WireLimits
  private let checksForDescriptors: Bool

  init(
    _ socket: consuming Descriptor,
    on loop: EventLoop,
    limits: WireLimits,
    checksForDescriptors: Bool = false,
    _ receive: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) {
    input = FrameBuffer(limit: limits.messageBytes)
    self.limits = limits
    self.checksForDescriptors = checksForDescriptors
    self.socket = try loop.watch(socket, for: .readable, receive)
  }

  var hasInput: Bool { input.count > 0 }

  var isAllSent: Bool { output.isEmpty }

  var bufferedBytes: Int { input.count + unsent }

  private var unsent: Int { output.count - sent }

  var isUnreadEmpty: Bool { socket.descriptor.unreadBytes == 0 }

  /// Discards unread bytes after a shutdown. Returns false if something is left, such as passed
  /// descriptors.
  func dropUnread() -> Bool { socket.descriptor.dropUnread() }

  /// Gives up the socket without closing it.
  consuming func release() -> CInt { socket.release() }

  var number: CInt { socket.descriptor.number }

  /// Sets or removes the mark on the socket, which its duplicates have too.
  mutating func mark(_ isMarked: Bool) throws(ConnectionEnd) {
    guard isMarked != self.isMarked else { return }
    self.isMarked = isMarked
    try converting(ConnectionEnd.init) { () throws(SystemError) in try socket.descriptor.mark(isMarked) }
  }

  /// Ends the connection for the peer, even if duplicates of the socket stay open.
  func shutDown() {
    // Removing interest needs no memory, so that it cannot fail.
    try? socket.wait(for: [])
    socket.descriptor.shutDown()
  }

  /// Receives available bytes, up to the limit for one turn.
  mutating func receive() throws(ConnectionEnd) {
    for _ in 0..<Self.readsPerTurn where wantsInput {
      guard try receiveOnce() == Self.bytesPerRead else { return }
    }
  }

  /// Returns the number of bytes received; nil if there are none.
  private mutating func receiveOnce() throws(ConnectionEnd) -> Int? {
    var hasDescriptors = false
    let count = try converting(ConnectionEnd.init) { () throws(SystemError) in
      try withUnsafeTemporaryAllocation(byteCount: Self.bytesPerRead, alignment: 1) { (buffer) throws(SystemError) in
        var room = buffer
        if checksForDescriptors {
          guard let next = try socket.descriptor.peek(into: buffer) else { return Int?.none }
          hasDescriptors = next.hasDescriptors
          if hasDescriptors { return nil }
          // Read no more than was peeked at, since a descriptor may have come meanwhile.
          if next.count > 0 { room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<next.count]) }
        }
        guard let count = try socket.descriptor.read(into: room) else { return nil }
        if count == 0 { hasReadEnd = true }
        input.append(UnsafeRawBufferPointer(rebasing: room[..<count]))
        return count
      }
    }
    if hasDescriptors { throw .violated(.passedDescriptors) }
    return count
  }

  /// The next complete message, parsed by `read`.
  mutating func next<Message>(_ read: (JSONObject) throws(WireViolation) -> Message) throws(ConnectionEnd) -> Message? {
    do throws(WireViolation) {
      guard let bytes = try input.next() else { return nil }
      return try read(JSONObject(message: bytes, nesting: limits.nesting))
    } catch {
      throw .violated(error)
    }
  }

  /// Whether a whole message was received that `next` has not returned yet.
  mutating func findMessage() -> Bool { input.findMessage() }

  /// Stops reading: what the peer sends from now on stays unread.
  mutating func stopReading() { hasReadEnd = true }

  /// Sends a message as far as the peer reads. A single message may exceed the limit, because the
  /// peer had no time to read it.
  mutating func send(_ message: [UInt8]) throws(ConnectionEnd) {
    let isOnly = output.isEmpty
    if isOnly {
      output = message
    } else {
      if sent > unsent { dropSent() }
      output += message
    }
    try flush()
    guard isOnly || unsent <= limits.outputBytes else { throw .tooSlow(limit: limits.outputBytes) }
  }

  mutating func flush() throws(ConnectionEnd) {
    while !output.isEmpty {
      let count = try converting(ConnectionEnd.init) { () throws(SystemError) in
        try output.span.withUnsafeBytes { (bytes) throws(SystemError) in
          try socket.descriptor.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
      }
      guard let count else { return }
      sent += count
      if unsent == 0 { dropSent() }
    }
  }

  private mutating func dropSent() {
    output = unsent == 0 ? [] : Array(output[sent...])
    sent = 0
  }

  mutating func updateInterest() throws(ConnectionEnd) {
    var wanted: Readiness = []
    if wantsInput { wanted.insert(.readable) }
    if !output.isEmpty { wanted.insert(.writable) }
    // epoll reports a hang-up only with some interest; urgent data is never sent on Unix sockets.
    if wanted.isEmpty { wanted = .urgent }
    guard wanted != interest else { return }
    interest = wanted
    try converting(ConnectionEnd.init) { () throws(SystemError) in try socket.wait(for: wanted) }
  }

  /// False once a complete message may be buffered: a peer that sends faster than it is answered
  /// has to wait.
  var wantsInput: Bool { !hasReadEnd && input.count <= limits.messageBytes }
}

extension JSONObject {
  fileprivate init(message bytes: [UInt8], nesting: Int) throws(WireViolation) {
    let json: JSON
    do {
      json = try JSON(parsing: bytes, nesting: nesting)
    } catch {
      throw .notJSON(error)
    }
    guard case .object(let object) = json else { throw .notAnObject(kind: json.kind) }
    self = object
  }
}

public enum ConnectionEnd: Error, Hashable {
  /// The peer stopped writing, and all its calls were answered.
  case finished
  /// The peer disconnected without waiting for replies.
  case hungUp
  case reset
  case violated(WireViolation)
  /// The peer did not read its replies; the limit of buffered bytes was exceeded.
  case tooSlow(limit: Int)
  /// The peer did not read a reply in time.
  case unread(Duration)
  case overBudget(limit: Int)
  case abandoned(method: String)
  case silent(Duration)
  case stopped
  case closed
  case failed(SystemError)

  init(_ error: SystemError) {
    switch error.code.rawValue {
    case ECONNRESET: self = .reset
    case EPIPE: self = .hungUp
    default: self = .failed(error)
    }
  }
}

extension ConnectionEnd: CustomStringConvertible {
  public var description: String {
    switch self {
    case .finished: "the peer has finished"
    case .hungUp: "the peer has hung up"
    case .reset: "the peer has reset the connection"
    case .violated(let violation): "\(violation)"
    case .tooSlow(let limit): "the peer left more than \(limit) bytes unread"
    case .unread(let limit): "the peer did not read a reply within \(limit)"
    case .overBudget(let limit): "the connections of its user have more than \(limit) bytes waiting"
    case .abandoned(let method): "'\(method)' was not answered"
    case .silent(let limit): "no reply within \(limit)"
    case .stopped: "this side has stopped"
    case .closed: "this side has closed the connection"
    case .failed(let error): "\(error)"
    }
  }
}
