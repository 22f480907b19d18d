public import ComposableCore
import Dispatch

/// Runs a store on the main actor, where a user interface reads it.
///
/// The program has to serve the main queue: an asynchronous `main`, `dispatchMain()` and the main
/// loop of Foundation do.
public final class MainExecutor: SerialExecutor, TaskExecutor {
  /// The executor of the main actor.
  public static let shared = MainExecutor()

  private let isMain = DispatchSpecificKey<Bool>()

  private init() {
    DispatchQueue.main.setSpecific(key: isMain, value: true)
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async {
      job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  /// The main actor's own, so that its code and the store's may call each other.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

  public func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  /// By the queue, since its thread is not the main thread where `main` is asynchronous.
  public func isIsolatingCurrentContext() -> Bool? { DispatchQueue.getSpecific(key: isMain) == true }

  public func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from outside the main actor")
  }
}

extension Store {
  /// Makes a root store on the main actor.
  @MainActor public convenience init(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> some Reducer<State, Action>,
    withDependencies update: (inout DependencyValues) -> Void = { _ in }
  ) {
    self.init(initialState: initialState(), executor: MainExecutor.shared, reducer: reducer, withDependencies: update)
  }
}
