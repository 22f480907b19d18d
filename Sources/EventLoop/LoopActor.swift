/// An actor that lives on a loop.
public protocol LoopActor: Actor {
  nonisolated var loop: EventLoop { get }
}

extension LoopActor {
  /// What `assumeIsolated` does, for what happens with every call and every client: there it allocates twice each time, since it wraps
  /// its closure, and asks the runtime who runs.
  ///
  /// `body` captures nothing, and is given what it needs: else its captures would be allocated.
  @inlinable
  public nonisolated func onLoop<Input, Output>(
    _ input: Input,
    _ body: @escaping (isolated Self, Input) -> Output
  ) -> Output {
    precondition(loop.isOnLoop, "an actor was used outside its loop")
    // A function in a structure is cast as it is; by itself it would be wrapped for that.
    let isolated = IsolatedFunction<Self, Input, Output>(body: body)
    return unsafeBitCast(isolated, to: FreeFunction<Self, Input, Output>.self).body(self, input)
  }
}

@usableFromInline
struct IsolatedFunction<Subject: Actor, Input, Output> {
  @usableFromInline let body: (isolated Subject, Input) -> Output

  @inlinable
  init(body: @escaping (isolated Subject, Input) -> Output) {
    self.body = body
  }
}

@usableFromInline
struct FreeFunction<Subject: Actor, Input, Output> {
  @usableFromInline let body: (Subject, Input) -> Output
}
