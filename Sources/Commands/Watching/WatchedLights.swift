import ControlAPI
import EventLoop
import Varlink

/// What happens to who watches.
enum WatchNews: Sendable {
  case told(LightsInterface.Watch.Reply)
  /// The daemon is gone.
  case lost
  /// There is a daemon again, which tells everything anew.
  case found
  /// It does not know the light yet.
  case missing(Failure)
  case refused(Failure)
  case signal(Signal)
}

/// The lights as the daemon tells of them, and the next daemon after it.
struct WatchedLights: Sendable {
  let light: String?
  let daemon: DaemonAddress

  /// Tells what happens, until nothing can be told any more.
  func follow(_ first: ControlClient, _ tell: @escaping @Sendable (WatchNews) -> Void) async {
    var client = first
    var hasFollowed = false
    var isMissing = false
    while true {
      var isWelcome = false
      do throws(ControlError) {
        for try await reply in client.watch(light) {
          (isWelcome, isMissing) = (true, false)
          tell(.told(reply))
        }
      } catch {
        guard case .call(.disconnected) = error else {
          let failure = await client.failure(error, cannot: "watch", light)
          // A daemon that was just started may know less than the one before.
          guard hasFollowed, failure.status == .noSuchLight else { return tell(.refused(failure)) }
          if !isMissing { tell(.missing(failure)) }
          isMissing = true
          do { try await daemon.loop.sleep(for: daemon.patience) } catch { return }
          continue
        }
      }
      hasFollowed = hasFollowed || isWelcome
      tell(.lost)
      do throws(Failure) {
        guard let next = try await daemon.connectAgain(isWelcome: isWelcome) else { return }
        client = next
        tell(.found)
      } catch {
        return tell(.refused(error))
      }
    }
  }
}
