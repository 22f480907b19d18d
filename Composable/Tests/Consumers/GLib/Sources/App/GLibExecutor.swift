import CGLib

/// Runs a store on the thread that iterates a main context of GLib.
final class GLibExecutor: SerialExecutor, TaskExecutor {
  // Any thread may call the functions of a context.
  private nonisolated(unsafe) let context: OpaquePointer

  init(context: OpaquePointer = g_main_context_default()) {
    self.context = g_main_context_ref(context)
  }

  deinit {
    g_main_context_unref(context)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    perform {
      job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  /// Calls `body` on the context's thread, behind what waits already.
  // 'g_main_context_invoke' would call it at once if this is that thread.
  func perform(_ body: @escaping @Sendable () -> Void) {
    let source = g_idle_source_new()
    // Sources of one priority are called in the order in which they were attached. An idle source
    // has a lower priority than events and drawing by default, and would wait for both.
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    let call: GSourceFunc = { work in
      Unmanaged<Work>.fromOpaque(work!).takeUnretainedValue().body()
      return G_SOURCE_REMOVE
    }
    let work = Unmanaged.passRetained(Work(body: body)).toOpaque()
    g_source_set_callback(source, call, work) { Unmanaged<Work>.fromOpaque($0!).release() }
    g_source_attach(source, context)
    g_source_unref(source)
  }

  private final class Work {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

  func isIsolatingCurrentContext() -> Bool? { g_main_context_is_owner(context) != 0 }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "called from outside the main context's thread")
  }
}
