import BrightnessEventLoop
import Glibc

public enum MQTTEvent: Hashable, Sendable {
  /// The broker has accepted the client.
  case connected
  case received(MQTTMessage)
  /// The broker has answered a subscription; it refused these filters of it.
  case subscribed(refused: [String])
  /// The broker has received a message. Version 5 says whether anybody has asked for it; without an
  /// answer it counts as read.
  case published(topic: String, isRead: Bool)
  /// The broker has received a message and does not publish it, with the reason of version 5.
  case notPublished(topic: String, reason: Int32)
  /// There was no connection, or it has ended, without an error after a goodbye; nothing follows.
  case ended(MQTTError?)
}

/// One connection to a broker, from the attempt to its end. Another attempt is another connection.
/// It can be used from `connected` until `ended`.
///
/// An actor on the loop for the reason that `LoopActor` gives. After each call of the library
/// `settle` passes on its reports, looks whether it has closed its socket, and waits for what it
/// needs next.
public actor MQTTConnection: LoopActor {
  private enum State {
    case connecting
    /// The socket is there, and the broker has not necessarily answered.
    case open(Box<WatchedDescriptor>)
    case ended
  }

  public nonisolated let loop: EventLoop
  private let settings: MQTTSettings
  private let library: Library
  private let report: @Sendable (MQTTEvent) -> Void
  private var state = State.connecting
  private var subscriptions: [Int32: [String]] = [:]
  private var messages: [Int32: String] = [:]

  /// Begins an attempt. `jobs` connects, which may take minutes. `report` is called on the loop.
  public init(
    _ settings: MQTTSettings,
    on loop: EventLoop,
    jobs: any JobExecutor = JobThread(),
    _ report: @escaping @Sendable (MQTTEvent) -> Void
  ) throws(MQTTError) {
    self.loop = loop
    self.settings = settings
    self.report = report
    let library = try Library(settings)
    self.library = library
    jobs.perform { [weak self, loop] in
      let failure: MQTTError?
      do throws(MQTTError) {
        try library.connect()
        failure = nil
      } catch {
        failure = error
      }
      loop.perform { [weak self] in self?.assumeIsolated { $0.open(failure) } }
    }
  }

  /// Asks for the messages of topics: with the copies that the broker has kept, or only for those
  /// to come; also for those of this connection, or only for those of others. Version 3.1.1 sends
  /// all of them in any case.
  public func subscribe(to filters: [String], withKept: Bool = false, withOwn: Bool = true) {
    attempt { library throws(MQTTError) in
      subscriptions[try library.subscribe(to: filters, withKept: withKept, withOwn: withOwn)] = filters
    }
  }

  /// Publishes a message, which arrives at least once while the connection lasts.
  public func publish(_ message: MQTTMessage) {
    attempt { library throws(MQTTError) in messages[try library.publish(message)] = message.topic }
  }

  /// Says goodbye, after which the broker closes the connection without publishing the will.
  public func disconnect() {
    attempt { library throws(MQTTError) in try library.disconnect() }
  }
}

extension MQTTConnection {
  private func open(_ failure: MQTTError?) {
    guard case .connecting = state else { return }
    if let failure { return end(failure) }
    guard let number = library.socket else { return settle() }
    limitSilence(of: number)
    do throws(SystemError) {
      // The library closes its descriptor itself, so the loop watches a copy.
      let watched = try loop.watch(Descriptor(duplicating: number), for: .readable) { [weak self] readiness in
        self?.assumeIsolated { $0.react(to: readiness) }
      }
      state = .open(Box(watched))
      keepAlive()
      settle()
    } catch {
      end(.failed(error.code))
    }
  }

  /// Lets the kernel end a connection whose other end takes nothing, which it tries for a quarter
  /// of an hour by itself.
  private func limitSilence(of number: CInt) {
    var limit = UInt32(settings.keepAlive / .milliseconds(1))
    setsockopt(number, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, &limit, socklen_t(MemoryLayout<UInt32>.size))
  }

  /// Acknowledges what was read at once. A broker that follows Nagle's algorithm, as mosquitto does
  /// by default, sends the next short message only then, and the kernel may wait 40 ms: a will came
  /// so much later. The option has to be set each time (tcp(7)).
  private func acknowledge(on number: CInt) {
    var isOn: CInt = 1
    setsockopt(number, CInt(IPPROTO_TCP), TCP_QUICKACK, &isOn, socklen_t(MemoryLayout<CInt>.size))
  }

  private func react(to readiness: Readiness) {
    attempt { library throws(MQTTError) in
      if readiness != .writable {
        try library.read()
        if let number = library.socket { acknowledge(on: number) }
      }
      if readiness.contains(.writable), library.socket != nil { try library.write() }
    }
  }

  /// The library sends a ping, or finds that the broker is silent. It has to be called for that,
  /// and four times in each `keepAlive` notices both soon enough.
  private func keepAlive() {
    loop.after(settings.keepAlive / 4) { [weak self] in
      self?.assumeIsolated { connection in
        guard case .open = connection.state else { return }
        connection.attempt { library throws(MQTTError) in try library.keepAlive() }
        connection.keepAlive()
      }
    }
  }

  private func attempt(_ call: (Library) throws(MQTTError) -> Void) {
    guard case .open = state else { return }
    do throws(MQTTError) {
      try call(library)
      settle()
    } catch {
      settle()
      // Without a note of the end, which says more.
      end(error)
    }
  }

  private func settle() {
    for note in library.takeNotes() { handle(note) }
    guard case .open(let watched) = state else { return }
    if library.socket == nil { return end(library.end) }
    do throws(SystemError) {
      try watched.value.wait(for: library.wantsToWrite ? [.readable, .writable] : .readable)
    } catch {
      end(.failed(error.code))
    }
  }

  private func handle(_ note: Library.Note) {
    switch note {
    case .answered(0): report(.connected)
    case .answered(let answer): end(.refused(.init(answer: answer)))
    case .received(let message): report(.received(message))
    case .subscribed(let number, let answers):
      let filters = subscriptions.removeValue(forKey: number) ?? []
      report(.subscribed(refused: zip(filters, answers).filter { $0.1 >= 128 }.map(\.0)))
    case .delivered(let number, let reason):
      guard let topic = messages.removeValue(forKey: number) else { break }
      let isRead = reason != Library.noReader
      report(reason >= 128 ? .notPublished(topic: topic, reason: reason) : .published(topic: topic, isRead: isRead))
    case .ended(0, _): end(nil)
    case .ended(let reason, let code): end(reason >= 128 ? .init(disconnect: reason) : library.error(reason, code))
    }
  }

  private func end(_ error: MQTTError?) {
    if case .ended = state { return }
    state = .ended
    report(.ended(error))
  }
}
