import Composable
import EventLoop
import Glibc

/// The threads, and the context switches in ten seconds, of a process whose loop and store have nothing to do.
@Sendable func idleLoop(_ loop: EventLoop) async throws -> [Figure] {
  let child = try startIdle()
  defer {
    kill(child, SIGKILL)
    waitpid(child, nil, 0)
  }
  try await loop.sleep(for: .seconds(1))
  let before = switches(of: child)
  try await loop.sleep(for: .seconds(10))
  let threads = entries(of: "/proc/\(child)/task").count
  return [
    Figure(name: "loop_idle_threads", value: Double(threads), limit: .exactly(1)),
    Figure(name: "loop_idle_switches_10s", value: Double(switches(of: child) - before), limit: .exactly(0)),
  ]
}

/// Waits until somebody kills the process.
func idle() throws {
  let loop = try EventLoop()
  let task = Task(executorPreference: loop) {
    let store = Store(initialState: Holder.State(), executor: loop) { Holder() }
    store.send(.taken(1))
    store.send(.worked(2))
    try await loop.sleep(until: .distantFuture)
    consume(store)
  }
  loop.run()
  task.cancel()
}

private func startIdle() throws -> pid_t {
  var child = pid_t()
  let arguments = [strdup("bench"), strdup("idle"), nil]
  defer { for argument in arguments { free(argument) } }
  let status = posix_spawn(&child, "/proc/self/exe", nil, nil, arguments, environ)
  precondition(status == 0, "the benchmark can start itself")
  return child
}

/// How often the threads of a process were switched, of their own will or not.
private func switches(of process: pid_t) -> Int {
  var count = 0
  for thread in entries(of: "/proc/\(process)/task") {
    for line in lines(of: "/proc/\(process)/task/\(thread)/status") where line.contains("ctxt_switches:") {
      count += Int(line.split { $0 == "\t" || $0 == " " }.last ?? "") ?? 0
    }
  }
  return count
}

private func entries(of folder: String) -> [String] {
  guard let folder = opendir(folder) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

private func lines(of path: String) -> [Substring] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 8_192)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
}
