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
    while true {
      var isWelcome = false
      do throws(ControlError) {
        for try await reply in client.watch(light) {
          isWelcome = true
          tell(.told(reply))
        }
      } catch {
        guard case .call(.disconnected) = error else {
          return tell(.refused(await client.failure(error, cannot: "watch", light)))
        }
      }
      tell(.lost)
      do throws(Failure) {
        client = try await daemon.connectAgain(isWelcome: isWelcome)
        tell(.found)
      } catch {
        return tell(.refused(error))
      }
    }
  }
}
