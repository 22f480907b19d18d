import Synchronization

/// A part of another store, made by `scope`.
protocol StorePart<State, Action>: Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  var state: State { get }
  func send(_ action: Action) -> StoreTask
  func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation
}

/// A part of a parent's state, read from the parent each time.
final class ScopedStore<Parent: Sendable, ParentAction: Sendable, State: Sendable, Action: Sendable>: StorePart {
  private let parent: Store<Parent, ParentAction>
  private let embed: @Sendable (Action) -> ParentAction
  private let reader: PartReader<Parent, State>

  init(
    parent: Store<Parent, ParentAction>,
    embed: @escaping @Sendable (Action) -> ParentAction,
    last: State? = nil,
    read: @escaping @Sendable (Parent, State?) -> State
  ) {
    self.parent = parent
    self.embed = embed
    reader = PartReader(last: last, read: read)
  }

  var state: State { reader.part(of: parent.state) }

  func send(_ action: Action) -> StoreTask {
    parent.send(embed(action))
  }

  func observe(_ observer: @escaping @Sendable (State) -> Void) -> Observation {
    parent.observe { [reader] state in observer(reader.part(of: state)) }
  }
}

/// Reads a part of a parent's state, and remembers it for when it is gone.
private final class PartReader<Parent: Sendable, State: Sendable>: Sendable {
  private let read: @Sendable (Parent, State?) -> State
  private let last: Mutex<State?>

  init(last: State?, read: @escaping @Sendable (Parent, State?) -> State) {
    self.last = Mutex(last)
    self.read = read
  }

  func part(of state: Parent) -> State {
    last.withLock { last in
      let part = read(state, last)
      last = part
      return part
    }
  }
}
