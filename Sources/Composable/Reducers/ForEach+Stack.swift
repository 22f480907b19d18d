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
    line: Int = #line
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, line: line)
    let element = element()
    return Reduce(makeNode: { tree in
      let elements = ElementChildren(
        keyPath: keyPath,
        mount: tree.makeMountID(),
        node: element.node(in: tree).presented(),
        embed: { id, action in actionPath.embed(.element(id: id, action: action)) },
        dismissal: { id in actionPath.embed(.popFrom(id: id)) }
      )
      let parent = node(in: tree)
      let reduce: ReducerNode<State, Action>.Reduction = { state, action in
        switch actionPath.extract(action) {
        case nil: return parent.reduce(&state, action)
        case .element(let id, let elementAction):
          let effect = elements.reduce(&state, id, elementAction)
          if effect == nil { reportMisrouted(action, by: "forEach", at: location, element: id) }
          return (effect ?? .none).merge(with: parent.reduce(&state, action))
        case .push(let id, let element):
          push(element, as: id, onto: &state[keyPath: keyPath], at: location)
          return parent.reduce(&state, action)
        case .popFrom(let id):
          reportAbsence(of: id, in: state[keyPath: keyPath], at: location)
          let effect = parent.reduce(&state, action)
          state[keyPath: keyPath].pop(from: id)
          return effect
        }
      }
      return ReducerNode(
        reduce: reduce,
        mounts: [elements.mountPoint] + parent.mounts,
        rederive: ReducerNode.joined(elements.rederive, parent.rederive)
      )
    })
  }
}

@usableFromInline
func push<Element>(
  _ element: Element,
  as id: StackElementID,
  onto stack: inout StackState<Element>,
  at location: CodeLocation
) {
  if stack.contains(id: id) {
    report("was asked to push an element under an identity that the stack has already", id, stack.ids, at: location)
  } else if StackIDGenerator.current.peek().generation < id.generation {
    report("was asked to push an element under an identity that was never handed out", id, stack.ids, at: location)
  } else {
    StackIDGenerator.current.skip(through: id)
    stack.append(element, id: id)
  }
}

@usableFromInline
func reportAbsence<Element>(of id: StackElementID, in stack: StackState<Element>, at location: CodeLocation) {
  if stack.contains(id: id) { return }
  report("was asked to pop from an element that the stack does not have", id, stack.ids, at: location)
}

private func report(_ event: String, _ id: StackElementID, _ path: [StackElementID], at location: CodeLocation) {
  reportIssue(
    """
    "forEach" at \(location) \(event).

      element: \(id)
      stack: [\(path.map(\.description).joined(separator: ", "))]

    The stack stays as it is. Take identities from the stack itself: from "ids", or from a child's own action.
    """,
    at: location
  )
}
