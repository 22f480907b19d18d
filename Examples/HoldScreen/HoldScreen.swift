import BrightnessControl
import BrightnessEventLoop
import BrightnessModel
import BrightnessVarlink
import Glibc

/// Holds all screens at full brightness until it is interrupted, or until the daemon ends the hold.
@main struct HoldScreen {
  static func main() {
    do {
      let socket = getenv("BRIGHTNESSD_SOCKET").map { String(cString: $0) } ?? ControlClient.usualSocket
      let loop = try EventLoop()
      let daemon = ControlClient(try VarlinkClient(connectingTo: socket, on: loop))
      Task(executorPreference: loop) {
        await hold(on: daemon)
        loop.stop()
      }
      loop.run()
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func hold(on daemon: ControlClient) async {
    let claim = SessionsInterface.Claim(rule: .exactly, percent: 100)
    let scene = SessionsInterface.SceneRequest(name: "ticket", claims: [claim])
    do {
      for try await update in daemon.sessions.hold(scene: scene) {
        print(update.event)
        // A pipe shows each event at once.
        fflush(nil)
      }
    } catch {
      print(error)
      exit(1)
    }
  }
}
