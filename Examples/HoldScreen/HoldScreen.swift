import ControlAPI
import EventLoop
import Model
import Varlink

/// Holds all screens at full brightness until it is interrupted, or until the daemon ends the hold. The argument is another socket.
@main struct HoldScreen {
  static func main() throws {
    let socket = CommandLine.arguments.dropFirst().first ?? ControlClient.usualSocket
    let loop = try EventLoop()
    let daemon = ControlClient(try VarlinkClient(connectingTo: socket, on: loop))
    Task(executorPreference: loop) {
      do {
        let claim = SessionsInterface.Claim(rule: .exactly, percent: 100)
        let scene = SessionsInterface.SceneRequest(name: "ticket", claims: [claim])
        for try await update in daemon.sessions.hold(scene: scene) { print(update.event) }
      } catch {
        print(error)
      }
      loop.stop()
    }
    loop.run()
  }
}
