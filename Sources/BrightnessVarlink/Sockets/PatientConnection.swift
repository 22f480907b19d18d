import BrightnessEventLoop
import Glibc

/// Connects to a service as soon as it is there; nil at the deadline, or if the task is cancelled.
///
/// - Parameters:
///   - file: Its socket; an abstract one has none, and no event reports its arrival.
///   - atOnce: Whether the first attempt does not wait. A service that has just closed a connection
///     may do so again.
///   - delay: Time between attempts when no event reports that the next one may succeed.
package func connectPatiently<Client>(
  to file: String?,
  on loop: EventLoop,
  atOnce: Bool,
  retryingAfter delay: Duration,
  until deadline: LoopClock.Instant? = nil,
  _ connect: () throws(VarlinkError) -> Client
) async -> Client? {
  let (attempts, attempt) = AsyncStream<Void>.makeStream()
  let watch = file.flatMap { file in try? Box(loop.onArrival(at: file) { attempt.yield() }) }
  let end = deadline.map { loop.at($0) { attempt.finish() } }
  var retry = atOnce ? nil : loop.after(delay) { attempt.yield() }
  defer { for timer in [end, retry].compactMap(\.self) { loop.cancel(timer) } }
  if atOnce { attempt.yield() }
  for await _ in attempts {
    do throws(VarlinkError) {
      return try connect()
    } catch {
      // A folder that may be entered but not listed reports nothing.
      if endsWithArrival(error), watch?.value.seesAll == true { continue }
    }
    if let retry { loop.cancel(retry) }
    retry = loop.after(delay) { attempt.yield() }
  }
  return nil
}

/// Whether only another file of the socket, or other rights of this one, can make an attempt
/// succeed. After other errors the service may just be busy, or this process may have too many open
/// files.
private func endsWithArrival(_ error: VarlinkError) -> Bool {
  guard case .refused(let error) = error else { return false }
  return [ENOENT, ENOTDIR, ECONNREFUSED, EACCES].contains(error.code.rawValue)
}
