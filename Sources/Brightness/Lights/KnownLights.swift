import Composable

/// What is known of the lights, for those who ask and those who watch.
public struct KnownLights: Reducer {
  /// The lights, and how often anything was learned of them.
  public struct State: Equatable, Sendable {
    var lights: [LightID: KnownLight] = [:]
    /// How many changes there were so far.
    public internal(set) var changes = 0

    /// Nothing is known yet.
    public init() {}
  }

  /// What happens to a light.
  public enum Action: Equatable, Sendable {
    case changed(LightID, LightView, LightCause, by: Peer? = nil)
    /// Something stands in its way, in words, or does no more.
    case troubled(LightID, String?)
    /// It is away, and owes nothing.
    case forgotten(LightID)
  }

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changed(let light, let view, let cause, let author): state.learn(light, view, cause, author)
    case .troubled(let light, let reason): state.learn(light, reason)
    case .forgotten(let light): state.forget(light)
    }
    return .none
  }
}

/// A light as it was told of last.
public struct KnownLight: Hashable, Identifiable, Sendable {
  /// Its name.
  public let id: LightID
  /// How it stands, and why.
  public internal(set) var view: LightView
  /// What changed it last.
  public internal(set) var cause: LightCause
  /// Whose call changed it last, if it was one.
  public internal(set) var author: Peer?
  /// What stands in its way, in words.
  public internal(set) var trouble: String?
  /// Which change of all it was that told of it.
  public internal(set) var change: Int
}

/// Why a light changed, or why a reader is told about it.
public enum LightCause: String, Hashable, Sendable, CaseIterable {
  /// Somebody began to watch.
  case initial
  /// It is not known any more, and is told as it stood at last.
  case gone
  /// Whoever sits at the machine changed, and with them whose claims count.
  case seat
  case set, hold, release, person, hotplug, resume, settle, settings
}

extension KnownLights.State {
  /// A light by its name.
  public subscript(light: LightID) -> KnownLight? { lights[light] }

  /// The lights in the order of their names.
  public var inOrder: [KnownLight] { lights.values.sorted { $0.id.description < $1.id.description } }

  fileprivate mutating func learn(_ id: LightID, _ view: LightView, _ cause: LightCause, _ author: Peer?) {
    let former = lights[id]
    guard former?.view != view else { return }
    changes += 1
    // What settles was begun by whoever made the change before.
    let author = cause == .settle ? former?.author : author
    lights[id] = KnownLight(
      id: id,
      view: view,
      cause: cause,
      author: author,
      trouble: former?.trouble,
      change: changes
    )
  }

  fileprivate mutating func learn(_ id: LightID, _ reason: String?) {
    guard var light = lights[id], light.trouble != reason else { return }
    changes += 1
    (light.trouble, light.cause, light.change) = (reason, .settle, changes)
    lights[id] = light
  }

  fileprivate mutating func forget(_ id: LightID) {
    guard lights.removeValue(forKey: id) != nil else { return }
    changes += 1
  }
}
