/// What a store's core does whatever its state and actions are.
class AnyStoreCore {
  final let executor: any SerialExecutor & TaskExecutor
  final let effects = LiveEffects()
  /// What effects know of the store; it owns this core.
  final unowned var shell: StoreShell!
  final var dependencies: DependencyValues

  init(executor: any SerialExecutor & TaskExecutor, dependencies: DependencyValues) {
    self.executor = executor
    self.dependencies = dependencies
  }

  /// Runs `body` as part of the turn that is under way, or as one of its own.
  func processingIfIdle(_ body: () -> Void) {
    preconditionFailure("a core is made with its types")
  }

  /// Lets the concatenations begin their next step; one without a next step ends.
  func advance(_ sequences: [LiveEffect]) {
    preconditionFailure("a core is made with its types")
  }

  /// Ends every effect, for good.
  func endAll() {
    DependencyValues.$current.withValue(dependencies) { effects.endAll() }
  }
}

extension AnyStoreCore {
  /// Ends an effect whose work is done, if it lives.
  func end(_ key: Int) {
    guard let effect = effects[key] else { return }
    end { effects.end([effect]) }
  }

  /// Ends the effects of that name at the place of the effect that asks, and below it.
  func end(named id: ErasedID, askedBy key: Int) {
    guard let place = effects[key]?.place else { return }
    end { effects.end(named: id, at: place) }
  }

  /// Ends what a send itself has started.
  func end(ownOf group: Int) {
    guard let group = effects.group(group) else { return }
    end { effects.end(ownOf: group) }
  }

  private func end(_ body: () -> [LiveEffect]) {
    processingIfIdle { advance(body()) }
  }
}
