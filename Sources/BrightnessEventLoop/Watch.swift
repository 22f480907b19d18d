import CBrightnessLinux

/// A wait for events, which ends when this value is dropped, on any thread.
public struct Watch: ~Copyable, Sendable {
  let loop: EventLoop
  let token: WatchToken

  deinit {
    loop.end(token)
  }
}

/// A descriptor and the wait for it, which ends before the descriptor is closed.
public struct WatchedDescriptor: ~Copyable, Sendable {
  /// Declared before the descriptor, because properties are dropped in the order of their
  /// declaration.
  private let watch: OwnedWatch
  public let descriptor: Descriptor

  fileprivate init(_ descriptor: consuming Descriptor, _ token: WatchToken, on loop: EventLoop) {
    watch = OwnedWatch(loop: loop, token: token)
    self.descriptor = descriptor
  }

  /// Waits for `interest` from now on; for `[]` it waits for nothing, errors and hang-ups included.
  public func wait(for interest: Readiness) throws(SystemError) {
    try watch.loop.changeInterest(of: watch.token, to: interest)
  }

  /// Ends the wait, and leaves the descriptor open.
  public consuming func release() -> CInt {
    _ = consume watch
    return descriptor.release()
  }
}

/// A wait for a descriptor, which its owner closes later. Not private, because the optimiser of
/// another module would not find its metadata.
package struct OwnedWatch: ~Copyable, Sendable {
  let loop: EventLoop
  let token: WatchToken

  deinit {
    // On another thread, remove it from epoll at once: the number may be reused before the loop
    // ends the watch.
    if !loop.isOnLoop { loop.epoll.remove(token.number) }
    loop.end(token)
  }
}

/// A reference to a value that cannot be copied, for a closure, a collection or an actor to retain.
package final class Box<Value: ~Copyable & Sendable>: Sendable {
  package let value: Value

  package init(_ value: consuming sending Value) {
    self.value = value
  }
}

extension EventLoop {
  /// Calls `callback` on the loop, once a turn, while the descriptor is ready for `interest`.
  public func watch(
    _ descriptor: consuming Descriptor,
    for interest: Readiness,
    _ callback: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) -> WatchedDescriptor {
    try descriptor.setNonBlocking()
    let token = makeToken(for: descriptor.number)
    try startWatch(token, for: interest, callback)
    return WatchedDescriptor(descriptor, token, on: self)
  }

  /// Calls `react` on the loop, once a turn, while the descriptor is ready for `interest`. The
  /// watch owns the descriptor.
  func watch(
    source descriptor: consuming Descriptor,
    for interest: Readiness = .readable,
    _ react: @escaping @Sendable (WatchToken, borrowing Descriptor) -> Void
  ) throws(SystemError) -> Watch {
    let token = makeToken(for: descriptor.number)
    let source = Box(descriptor)
    try startWatch(token, for: interest) { _ in react(token, source.value) }
    return Watch(loop: self, token: token)
  }

  private func makeToken(for number: CInt) -> WatchToken { withState { $0.watches.makeToken(for: number) } }

  /// Watches a descriptor that stays open until `end` is called.
  private func startWatch(
    _ token: WatchToken,
    for interest: Readiness,
    _ callback: @escaping @Sendable (Readiness) -> Void
  ) throws(SystemError) {
    if !interest.isEmpty { try epoll.watch(token.number, for: interest, as: token) }
    let entry = WatchTable.Entry(token: token, interest: interest, callback: callback)
    let stale = withState { $0.watches.insert(entry) }
    // Released here, outside the lock: the callback's captures may call the loop in their deinit.
    withExtendedLifetime(stale) {}
  }

  fileprivate func changeInterest(of token: WatchToken, to interest: Readiness) throws(SystemError) {
    guard let old = withState({ $0.watches[token]?.interest }), old != interest else { return }
    switch (old.isEmpty, interest.isEmpty) {
    case (true, _): try epoll.watch(token.number, for: interest, as: token)
    // Removed from the kernel's list: epoll reports errors and hang-ups even for an empty interest.
    case (_, true): epoll.remove(token.number)
    default: try epoll.watch(token.number, for: interest, as: token, EPOLL_CTL_MOD)
    }
    withState { $0.watches[token]?.interest = interest }
  }

  func end(_ token: WatchToken) {
    guard isOnLoop else { return perform { self.end(token) } }
    guard let entry = withState({ $0.watches[token].take() }) else { return }
    if !entry.interest.isEmpty { epoll.remove(token.number) }
    withExtendedLifetime(entry) {}
  }

  public var watchCount: Int { withState { $0.watches.count } }
}

/// Identifies a watch: descriptor number and a generation count, so that an event for a closed
/// descriptor is never delivered to its successor. This is the value that epoll returns with each
/// event.
struct WatchToken: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt64

  static let wakeUp = WatchToken(number: 0, generation: 0)
  static let timer = WatchToken(number: 1, generation: 0)

  var number: CInt { CInt(truncatingIfNeeded: rawValue) }
  var generation: UInt32 { UInt32(truncatingIfNeeded: rawValue >> 32) }
}

extension WatchToken {
  init(number: CInt, generation: UInt32) {
    self.init(rawValue: UInt64(generation) << 32 | UInt64(UInt32(bitPattern: number)))
  }
}

/// The watches of a loop, by descriptor number. The token of an ended watch matches nothing, even
/// if its number is in use again.
struct WatchTable: Sendable {
  typealias Callback = @Sendable (Readiness) -> Void

  struct Entry: Sendable {
    let token: WatchToken
    var interest: Readiness
    let callback: Callback
  }

  /// By descriptor number: the kernel always gives the lowest free one, so the array is no longer
  /// than the process has descriptors.
  private var entries: [Entry?] = []
  private var generation: UInt32 = 0
  private(set) var count = 0

  /// A new token; the watch begins with `insert`.
  mutating func makeToken(for number: CInt) -> WatchToken {
    generation &+= 1
    // Generation 0 is the loop's own.
    if generation == 0 { generation = 1 }
    return WatchToken(number: number, generation: generation)
  }

  /// Adds a watch. Returns the former watch of this number, whose descriptor was closed without
  /// ending it.
  mutating func insert(_ entry: Entry) -> Entry? {
    let number = Int(entry.token.number)
    while entries.count <= number { entries.append(nil) }
    let former = entries[number].take()
    entries[number] = entry
    if former == nil { count += 1 }
    return former
  }

  subscript(token: WatchToken) -> Entry? {
    get {
      let number = Int(token.number)
      guard entries.indices.contains(number), let entry = entries[number], entry.token == token else { return nil }
      return entry
    }
    set {
      guard self[token] != nil else { return }
      entries[Int(token.number)] = newValue
      if newValue == nil { count -= 1 }
    }
  }
}
