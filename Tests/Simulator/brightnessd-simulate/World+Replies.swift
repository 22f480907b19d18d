import Model
import SimulatedKernel
import Varlink

/// Replies and events from the daemon.
extension World {
  /// Reads what the daemon has sent to clients, and notices which connections it has ended.
  func collect() {
    guard !addressed.isEmpty else { return }
    let numbers = addressed
    addressed = []
    for client in clients where numbers.contains(client.number) { collect(client) }
    clients.removeAll { !$0.isOpen }
  }

  func collectAll() {
    addressed = Set(clients.map(\.number))
    collect()
  }

  private func collect(_ client: SimulatedClient) {
    guard client.isReading else {
      if client.isHungUp { end(client) }
      return
    }
    for message in client.receive() {
      guard let message else { return end(client) }
      take(message, client)
    }
    // It ends once all its calls are answered.
    if client.hasFinished, client.unanswered.isEmpty { client.scenes = [] }
  }

  private func take(_ message: JSONObject, _ client: SimulatedClient) {
    guard !client.unanswered.isEmpty else { return fail("client \(client.number) got a reply to no call: \(message)") }
    if case .bool(true)? = message["continues"] { return client.isStreaming = true }
    client.isStreaming = false
    let request = client.unanswered.removeFirst()
    guard let request, !isUncertain, !client.mayBeEnded else { return }
    if case .string(let error)? = message["error"] {
      takeError(error, to: request, client)
    } else if case .hold = request {
      // It has expired, or was cancelled.
      removeExpired()
      if client.scenes.contains(where: { $0.number == client.held }) {
        fail("the hold of client \(client.number) ended: \(message)")
      }
    }
  }

  private func takeError(_ error: String, to request: SimulatedCall, _ client: SimulatedClient) {
    let name = error.split(separator: ".").last.map(String.init) ?? error
    let isExpected =
      switch (request, name) {
      case (.push, "PermissionDenied"), (.hold, "PermissionDenied"), (.set, "PermissionDenied"): !mayChange(client.user)
      case (.push, "TooMany"), (.hold, "TooMany"): client.scenes.count >= 16
      case (.set, "NotWritable"): true
      case (.reset(all: true), "PermissionDenied"): client.user.number != 0
      case (.appear(99), _), (.disappear(99), _), (.pop(99), _), (.cancel, _): true
      case (.appear, "NoSuchScene"), (.disappear, "NoSuchScene"), (.pop, "NoSuchScene"): false
      default: false
      }
    if !isExpected { fail("client \(client.number) got \(error) to \(request)") }
  }

  private func end(_ client: SimulatedClient) {
    let mayEnd =
      client.mayBeEnded || isUncertain || !client.isProcessAlive || client.hasFinished && client.unanswered.isEmpty
    if !mayEnd { fail("the connection of client \(client.number) was ended: \(client.unanswered)") }
    for scene in client.scenes { touch(scene.plan) }
    client.disconnect()
  }

  /// Ends the scenes whose time is over, and all above them.
  func removeExpired() {
    for client in clients {
      if let index = client.scenes.firstIndex(where: { $0.deadline.map { $0 <= now } == true }) {
        client.scenes.removeSubrange(index...)
      }
    }
  }

  /// Whether a scene is about to expire, or has just expired, so that the model cannot tell whether it has.
  var isNearDeadline: Bool {
    clients.contains { $0.scenes.contains { scene in scene.deadline.map { abs($0 - now) < 100_000_000 } ?? false } }
  }
}
