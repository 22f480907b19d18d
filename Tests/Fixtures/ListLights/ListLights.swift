import EventLoop
import Glibc
import Hardware
import Model

/// Lists the lights of the machine, says "ready", and then every news of them, a line each; ends with its parent.
@main struct ListLights {
  static func main() throws {
    let loop = try EventLoop()
    let parent = try loop.onEnd(ofProcess: getppid()) { _ in exit(0) }
    let registry = LightRegistry(UdevOrigin(), on: loop) { news in news.forEach { say(words(for: $0)) } }
    Task(executorPreference: loop) {
      do {
        try await registry.begin()
        for light in await registry.choice.unused { say("\(light)") }
        say("ready")
      } catch {
        say("\(error)")
      }
    }
    loop.run()
    withExtendedLifetime(registry) {}
    _ = consume parent
  }

  private static func words(for news: LightRegistry.Event) -> String {
    switch news {
    case .connected(let light): "connected \(light.id) \(words(for: light))"
    case .changed(let light): "changed \(light.id) \(words(for: light))"
    case .disconnected(let id): "disconnected \(id)"
    case .mayHaveChanged(let id, let stir):
      "mayHaveChanged \(id) by \(stir.sources.map(\.rawValue).sorted().joined(separator: " "))"
    case .failed(let error): "failed \(error)"
    }
  }

  private static func words(for light: DiscoveredLight) -> String {
    let type = light.type.map { " \($0.rawValue)" } ?? ""
    let level = (try? light.files.brightness.number()).map(String.init) ?? "unreadable"
    return "\(light.kind.rawValue)\(type) \(level) of \(light.maximum)"
  }

  private static func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    write(STDOUT_FILENO, bytes, bytes.count)
  }
}
