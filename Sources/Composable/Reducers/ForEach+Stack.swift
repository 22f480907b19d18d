extension Reducer {
  /// Runs an element's reducer, before this one, for each action that names an element of the stack, and pushes and pops as the actions say.
  ///
  /// An element asks to be popped with the `dismiss` dependency. When elements go away, whoever removed them, their effects end at once.
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, StackState<ElementState>>,
    action actionPath: CasePath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> StackReducer<Self, Element> {
    StackReducer(
      parent: self,
      element: element(),
      keyPath: keyPath,
      actionPath: actionPath,
      location: CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// A parent with a stack of children; made by `forEach`.
public struct StackReducer<Parent: Reducer, Element: Reducer>: ReducerOperator {
  public typealias State = Parent.State
  public typealias Action = Parent.Action

  @usableFromInline let parent: Parent
  @usableFromInline let element: Element
  @usableFromInline let keyPath: SendableKeyPath<State, StackState<Element.State>>
  @usableFromInline let actionPath: CasePath<Action, StackAction<Element.State, Element.Action>>
  @usableFromInline let location: CodeLocation

  @usableFromInline typealias Elements = ElementChildren<State, StackState<Element.State>, Element.Action>

  @inlinable
  public func node(in tree: ReducerTree) -> ReducerNode<State, Action> {
    let node = element.node(in: tree).presented()
    let elements = Elements(keyPath: keyPath, mount: tree.makeMountID(), node: node)
    let parent = parent.node(in: tree)
    let rederive = elements.rederive(embed: embed) { [actionPath] id in actionPath.embed(.popFrom(id: id)) }
    return ReducerNode(
      reduce: { state, action in reduce(&state, action, elements, parent) },
      mounts: [elements.mountPoint] + parent.mounts,
      rederive: ReducerNode.joined(rederive, parent.rederive)
    )
  }

  @inlinable
  @Sendable
  func embed(_ id: StackElementID, _ action: Element.Action) -> Action {
    actionPath.embed(.element(id: id, action: action))
  }

  @inlinable
  func reduce(
    _ state: inout State,
    _ action: Action,
    _ elements: Elements,
    _ parent: ReducerNode<State, Action>
  ) -> Effect<Action> {
    switch actionPath.extract(action) {
    case nil: return parent.reduce(&state, action)
    case .element(let id, let elementAction):
      let effect = reduceElement(&state, action, id, elementAction, elements)
      return effect.merge(with: parent.reduce(&state, action))
    case .push(let id, let element):
      push(element, as: id, onto: &state)
      return parent.reduce(&state, action)
    case .popFrom(let id):
      reportAbsence(of: id, in: state)
      let effect = parent.reduce(&state, action)
      state[keyPath: keyPath].pop(from: id)
      return effect
    }
  }

  @inlinable
  func reduceElement(
    _ state: inout State,
    _ action: Action,
    _ id: StackElementID,
    _ elementAction: Element.Action,
    _ elements: Elements
  ) -> Effect<Action> {
    let embed: @Sendable (Element.Action) -> Action = { self.embed(id, $0) }
    let popping = actionPath.embed(.popFrom(id: id))
    if let effect = elements.reduce(&state, id, elementAction, embed, dismissal: popping) { return effect }
    MisroutedAction("forEach", action: action, element: id, location).report()
    return .none
  }
}

extension StackReducer {
  @usableFromInline
  func push(_ element: Element.State, as id: StackElementID, onto state: inout State) {
    if state[keyPath: keyPath].contains(id: id) {
      report("was asked to push an element under an identity that the stack has already", id, state)
    } else if StackIDGenerator.current.peek().generation < id.generation {
      report("was asked to push an element under an identity that was never handed out", id, state)
    } else {
      StackIDGenerator.current.skip(through: id)
      state[keyPath: keyPath].append(element, id: id)
    }
  }

  @usableFromInline
  func reportAbsence(of id: StackElementID, in state: State) {
    if state[keyPath: keyPath].contains(id: id) { return }
    report("was asked to pop from an element that the stack does not have", id, state)
  }

  private func report(_ event: String, _ id: StackElementID, _ state: State) {
    let path = state[keyPath: keyPath].ids.map(\.description).joined(separator: ", ")
    reportIssue(
      """
      "forEach" at \(location) \(event).

        element: \(id)
        stack: [\(path)]

      The stack stays as it is. Take identities from the stack itself: from "ids", or from a child's own action.
      """,
      at: location
    )
  }
}
