import BrightnessEventLoop
import BrightnessModel
import Glibc
import Hardware

/// Prints the lights of the machine, "ready", and then their events, a line each; ends with its
/// parent.
@main struct ListLights {
  static func main() throws {
    let loop = try EventLoop()
    let parent = try loop.onEnd(ofProcess: getppid()) { _ in exit(0) }
    let registry = LightRegistry(UdevOrigin(), on: loop, sensorsChanged: { print("sensorsChanged") }) { events in
      events.forEach { print(line($0)) }
    }
    Task(executorPreference: loop) {
      do {
        try await registry.findLights()
        for light in await registry.choice.unused { print("\(light)") }
        print("ready")
      } catch {
        print("\(error)")
      }
    }
    loop.run()
    withExtendedLifetime(registry) {}
    _ = consume parent
  }

  private static func line(_ event: LightRegistry.Event) -> String {
    switch event {
    case .connected(let light): "connected \(light.id) \(properties(of: light))"
    case .renamed(let light, let former): "renamed \(former) to \(light.id) \(properties(of: light))"
    case .changed(let light): "changed \(light.id) \(properties(of: light))"
    case .disconnected(let id): "disconnected \(id)"
    case .mayHaveChanged(let id, let change):
      "mayHaveChanged \(id) by \(change.sources.map(\.rawValue).sorted().joined(separator: " "))"
    case .failed(let error): "failed \(error)"
    }
  }

  private static func properties(of light: DiscoveredLight) -> String {
    let type = light.type.map { " \($0.rawValue)" } ?? ""
    let level = (try? light.files.brightness.number()).map(String.init) ?? "unreadable"
    return "\(light.kind.rawValue)\(type) \(level) of \(light.maximum)"
  }

  private static func print(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    write(STDOUT_FILENO, bytes, bytes.count)
  }
}
