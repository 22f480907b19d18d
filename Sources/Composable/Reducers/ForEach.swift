extension Reducer {
  /// Runs an element's reducer, before this one, for each action that names one of the elements.
  ///
  /// When an element goes away, whoever removed it, its effects end at once.
  @inlinable
  public func forEach<ID, ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ keyPath: SendableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action actionPath: CasePath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> ChildThenParent<Self> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let element = element()
    return ChildThenParent(parent: self) { tree in
      let elements = ElementChildren(keyPath: keyPath, mount: tree.makeMountID(), node: element.node(in: tree))
      return ReducerNode(
        reduce: { state, action in
          guard case .element(let id, let elementAction)? = actionPath.extract(action) else { return .none }
          let embed: @Sendable (ElementAction) -> Action = { actionPath.embed(.element(id: id, action: $0)) }
          if let effect = elements.reduce(&state, id, elementAction, embed) { return effect }
          MisroutedAction("forEach", action: action, element: id, location).report()
          return .none
        },
        mounts: [elements.mountPoint],
        rederive: elements.rederive { id, action in actionPath.embed(.element(id: id, action: action)) }
      )
    }
  }
}
