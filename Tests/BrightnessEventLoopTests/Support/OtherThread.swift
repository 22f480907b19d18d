import Glibc

/// A thread other than the loop's.
struct OtherThread: ~Copyable {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  private let thread: pthread_t

  init(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    let result = pthread_create(&thread, nil, { Self.start($0) }, body)
    precondition(result == 0, "a thread was refused")
    self.thread = thread
  }

  consuming func join() {
    pthread_join(thread, nil)
  }

  private static func start(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(body!).takeRetainedValue().run()
    return nil
  }
}
