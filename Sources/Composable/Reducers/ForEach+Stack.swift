extension Reducer {
  /// Runs an element's reducer, before this one, for each action of an element of the stack, and pushes and pops elements.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: .path) { Screen() }
  /// ```
  ///
  /// An element asks to be popped with the `dismiss` dependency. When any reducer removes elements, their effects end at once.
  @inlinable public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, StackState<ElementState>>,
    action actionPath: CasePath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: String = #fileID,
    line: Int = #line
  ) -> Reduce<State, Action> {
    let location = CodeLocation(fileID: fileID, line: line)
    let element = element()
    return Reduce(makeNode: { tree in
      let elements = elementChildren(
        element.node(in: tree).overriding { $0.isPresented = true },
        mount: tree.makeMountID(),
        of: keyPath,
        action: CasePath(embed: { actionPath.embed(.element(id: $0.id, action: $0.action)) }) {
          if case .element(let id, let action)? = actionPath.extract($0) { (id, action) } else { nil }
        },
        dismissal: { id in actionPath.embed(.popFrom(id: id)) },
        at: location
      )
      var node = elements.followed(by: node(in: tree))
      node.reduce = { [reduce = node.reduce] state, action in
        switch actionPath.extract(action) {
        case nil, .element: return reduce(&state, action)
        case .push(let id, let element):
          push(element, as: id, onto: &state[keyPath: keyPath], at: location)
          return reduce(&state, action)
        case .popFrom(let id):
          reportAbsence(of: id, in: state[keyPath: keyPath], at: location)
          let effect = reduce(&state, action)
          state[keyPath: keyPath].pop(from: id)
          return effect
        }
      }
      return node
    })
  }
}

@usableFromInline func push<Element>(
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
