extension Reducer {
  /// Runs an element's reducer, before this one, for each action of an element of the stack, and pushes and pops elements.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: .path) { Screen() }
  /// ```
  ///
  /// An element asks to be popped with the `dismiss` dependency. When any reducer removes elements, their effects end at once.
  @inlinable
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, StackState<ElementState>>,
    action actionPath: CasePath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: String = #fileID,
    filePath: String = #fileID,
    line: Int = #line,
    column: Int = #column
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let element = element()
    return Reduce(makeNode: { tree in
      let elements = ElementChildren(
        keyPath: keyPath,
        mount: tree.makeMountID(),
        node: element.node(in: tree).presented()
      )
      let parent = node(in: tree)
      let stack = Stack(
        keyPath: keyPath,
        actionPath: actionPath,
        elements: elements,
        parent: parent,
        location: location
      )
      let rederive = elements.rederive { id, action in
        actionPath.embed(.element(id: id, action: action))
      } dismissal: { id in
        actionPath.embed(.popFrom(id: id))
      }
      return ReducerNode(
        reduce: { state, action in stack.reduce(&state, action) },
        mounts: [elements.mountPoint] + parent.mounts,
        rederive: ReducerNode.joined(rederive, parent.rederive)
      )
    })
  }
}

/// A parent with a stack of children.
@usableFromInline
struct Stack<State: Sendable, Action: Sendable, Element: Sendable, ElementAction: Sendable>: Sendable {
  @usableFromInline typealias Elements = ElementChildren<State, StackState<Element>, ElementAction>

  @usableFromInline let keyPath: SendableKeyPath<State, StackState<Element>>
  @usableFromInline let actionPath: CasePath<Action, StackAction<Element, ElementAction>>
  @usableFromInline let elements: Elements
  @usableFromInline let parent: ReducerNode<State, Action>
  @usableFromInline let location: CodeLocation

  @inlinable
  init(
    keyPath: SendableKeyPath<State, StackState<Element>>,
    actionPath: CasePath<Action, StackAction<Element, ElementAction>>,
    elements: Elements,
    parent: ReducerNode<State, Action>,
    location: CodeLocation
  ) {
    self.keyPath = keyPath
    self.actionPath = actionPath
    self.elements = elements
    self.parent = parent
    self.location = location
  }

  @inlinable
  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch actionPath.extract(action) {
    case nil: return parent.reduce(&state, action)
    case .element(let id, let elementAction):
      let effect = reduceElement(&state, action, id, elementAction)
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
    _ elementAction: ElementAction
  ) -> Effect<Action> {
    let embed: @Sendable (ElementAction) -> Action = { [actionPath] in actionPath.embed(.element(id: id, action: $0)) }
    let popping = actionPath.embed(.popFrom(id: id))
    if let effect = elements.reduce(&state, id, elementAction, embed, dismissal: popping) { return effect }
    MisroutedAction("forEach", action: action, element: id, location).report()
    return .none
  }
}

extension Stack {
  @usableFromInline
  func push(_ element: Element, as id: StackElementID, onto state: inout State) {
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
