import ControlAPI
import EventLoop
import Glibc
import Varlink

/// Shows that a light comes back when the program that held it is killed: on a simulated machine, with the daemon itself.
@main struct Rescue {
  static func main() throws {
    let words = CommandLine.arguments
    if words.count == 3, words[1] == "hold" { return try hold(at: words[2]) }
    exit(try isRescued() ? EXIT_SUCCESS : EXIT_FAILURE)
  }

  private static func isRescued() throws -> Bool {
    print("A light is held by a program, and the program is killed.\n")
    let machine = try SimulatedMachine()
    let before = machine.show("brightnessd --simulate")
    let holder = try Child("rescue", "hold", machine.socket)
    _ = holder.line()
    let during = machine.show("a client holds everything at 100 %")
    try waitForReturn(at: machine.socket) { [process = holder.process] in kill(process, SIGKILL) }
    let after = machine.show("kill -9")
    let isBack = [before, during, after] == [600, 1000, 600]
    print(isBack ? "\n   ✔ Nobody said goodbye, and the light is back." : "\n   ✘ not so: the light is back.")
    return isBack
  }

  /// Holds the lights until somebody ends it, and says when they are held.
  private static func hold(at socket: String) throws {
    let loop = try EventLoop()
    let client = ControlClient(try VarlinkClient(connectingTo: socket, on: loop))
    let scene = SessionsInterface.SceneRequest(name: "demo", claims: [.init(rule: .exactly, percent: 100)])
    Task(executorPreference: loop) {
      for try await news in client.hold(scene) {
        print(news.event)
        fflush(nil)
      }
    }
    loop.run()
  }

  /// Ends the holder when the daemon has said how the panel stands, and waits until it is free.
  private static func waitForReturn(at socket: String, _ end: @escaping @Sendable () -> Void) throws {
    let loop = try EventLoop()
    let client = ControlClient(try VarlinkClient(connectingTo: socket, on: loop))
    Task(executorPreference: loop) {
      defer { loop.stop() }
      for try await news in client.watch("panel") {
        if news.sequence == 1 { end() }
        if news.light.standing == .free { return }
      }
    }
    loop.run()
  }
}
